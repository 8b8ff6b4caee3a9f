#if os(Linux)
  /// Calls from C functions into the main actor.
  package enum LoopThread {
    /// Runs a function on the main actor with values from C.
    ///
    /// The caller must be a function that GLib calls. GLib calls functions only on the thread of its loop,
    /// which is the main actor's thread.
    package static func run<Values, Result>(_ values: Values, _ body: @MainActor (Values) -> Result) -> Result
    {
      let values = Unshared(value: values)
      return MainActor.assumeIsolated { Unshared(value: body(values.value)) }.value
    }

    /// Sound: the value is created, passed and read within one call on one thread.
    private struct Unshared<Value>: @unchecked Sendable {
      let value: Value
    }
  }
#endif
