#include "tools/program/program.hpp"

int main(int argc, char** argv) { return synchrono::tools::run_program(argc, argv); }
