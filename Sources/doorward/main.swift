// A closure in this file would be bound to the main actor, so all code is in functions of other files.
await exitProcess(with: runCommandLine(Array(CommandLine.arguments.dropFirst())))
