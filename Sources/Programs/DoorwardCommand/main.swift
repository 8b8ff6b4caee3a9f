import DoorwardCommandLine
import DoorwardPhotos

// A closure in this file would be bound to the main actor, so all code is in functions of other files.
PhotoDecoder.runIfSelected(by: CommandLine.arguments)
await exitProcess(with: runCommandLine(Array(CommandLine.arguments.dropFirst())))
