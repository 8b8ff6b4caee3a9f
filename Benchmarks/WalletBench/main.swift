import NEARConnect

// Synchronous, as the main loop wants it; everything else is in functions, so that no closure here is taken
// for the main actor's on a thread that is not its own.
runWalletBench()
