// Nothing of it is called; that it is there is what `#if canImport(Darwin)` asks.
// https://developer.apple.com/documentation/kernel
