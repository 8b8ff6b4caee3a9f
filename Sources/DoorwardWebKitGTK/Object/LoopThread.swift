#if os(Linux)
  /// Calls from C's side into the main actor's.
  enum LoopThread {
    /// Runs a function on the main actor, with values that C gave.
    ///
    /// For functions that GLib calls: it does so on the thread of its loop only, which is the main actor's.
    static func run<Values, Result>(_ values: Values, _ body: @MainActor (Values) -> Result) -> Result {
      let values = Unshared(value: values)
      return MainActor.assumeIsolated { Unshared(value: body(values.value)) }.value
    }

    /// Sound without checking: it is made, passed and read within one call, on one thread.
    private struct Unshared<Value>: @unchecked Sendable {
      let value: Value
    }
  }
#endif
