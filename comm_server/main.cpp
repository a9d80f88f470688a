#include "comm_server/program/comm_server_program.hpp"

int main(int argc, char** argv) { return synchrono::comm_server::run_comm_server(argc, argv); }
