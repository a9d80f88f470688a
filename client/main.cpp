#include "client/program/client_program.hpp"

int main(int argc, char** argv) { return synchrono::client::run_client(argc, argv); }
