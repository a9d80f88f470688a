/// A program that does what its arguments say, one after the other:
///   out TEXT     writes TEXT and a line end to standard output     raw TEXT   the same without the line end
///   err TEXT     the same to standard error                        exit N     exits with N
///   raise N      ends by signal N                                  wait       waits for a signal
///   stubborn     ignores SIGTERM from here on                      group      exits 0 when it leads its
///   process group
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <unistd.h>

int main(int count, char** arguments) {
    ::setvbuf(stdout, nullptr, _IONBF, 0);
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "wait") {
            while (true) ::pause();
        } else if (word == "stubborn") {
            ::signal(SIGTERM, SIG_IGN);
        } else if (word == "group") {
            ::exit(::getpgrp() == ::getpid() ? 0 : 1);
        }
        if (i + 1 >= count) break;
        if (word == "out") ::printf("%s\n", arguments[++i]);
        if (word == "raw") ::printf("%s", arguments[++i]);
        if (word == "err") ::fprintf(stderr, "%s\n", arguments[++i]);
        if (word == "exit") ::exit(::atoi(arguments[++i]));
        if (word == "raise") ::raise(::atoi(arguments[++i]));
    }
    return 0;
}
