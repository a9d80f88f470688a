#include "server/program/server_program.hpp"

int main(int argc, char** argv) { return synchrono::server::run_server(argc, argv); }
