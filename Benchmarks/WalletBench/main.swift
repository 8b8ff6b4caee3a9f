import NEARConnect

// Synchronous, as the main loop requires; all other code is in functions, so that no closure in this file is taken
// for the main actor's on a thread that is not its own.
runWalletBench()
