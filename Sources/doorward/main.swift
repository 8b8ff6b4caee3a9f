// A closure written here would be bound to the main actor: everything lives in functions elsewhere.
await exitProcess(with: runCommandLine(Array(CommandLine.arguments.dropFirst())))
