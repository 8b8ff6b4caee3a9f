#if os(Linux)
  internal import CDoorwardGTK

  /// Connects functions to the signals of GLib objects.
  ///
  /// The data of a connection is a Swift object that the connection retains. It is released when the connection
  /// ends or the GLib object is freed.
  @MainActor package enum Signal {
    /// Connects a global C function. Its parameters are those of the signal, followed by `data`.
    ///
    /// - Returns: The id of the connection, which ends with the object at the latest.
    @discardableResult package static func connect<Function>(
      _ object: UnsafeMutableRawPointer, _ name: String, to function: Function, with data: AnyObject
    ) -> UInt {
      // Sound: all C function pointers have the same size, and GLib calls the function with the arguments of the
      // signal.
      let erased = unsafeBitCast(function, to: (@convention(c) () -> Void).self)
      return doorward_connect(
        object, name, erased, Unmanaged.passRetained(data).toOpaque(), releaseConnection)
    }

    /// Runs an action at each signal whose only argument is the object.
    package static func connect(
      _ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor () -> Void
    ) {
      let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = runAction
      connect(object, name, to: function, with: Action(action))
    }

    /// Runs an action at each change of a property.
    ///
    /// - Returns: The id of the connection, which ends with the object at the latest.
    @discardableResult static func connect(
      _ object: UnsafeMutableRawPointer, property: String, _ action: @escaping @MainActor () -> Void
    ) -> UInt {
      let function:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
          object, _, data in runAction(object, data)
        }
      return connect(object, "notify::\(property)", to: function, with: Action(action))
    }
  }

  /// An action that runs at a signal.
  @MainActor package final class Action {
    package let run: @MainActor () -> Void

    package init(_ run: @escaping @MainActor () -> Void) {
      self.run = run
    }
  }

  private func runAction(_ object: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    LoopThread.run(data) { Unmanaged<Action>.fromOpaque($0).takeUnretainedValue().run() }
  }

  private func releaseConnection(_ data: UnsafeMutableRawPointer?, _ closure: UnsafeMutablePointer<GClosure>?)
  {
    releaseConnectionData(data)
  }

  /// Releases the data of a connection.
  func releaseConnectionData(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
  }

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
