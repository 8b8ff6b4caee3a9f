#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// Connecting functions to the signals of GLib's objects.
  ///
  /// The data of a connection is a Swift object that the connection retains: it is released when the object of
  /// the signal is freed, or disconnected, and not before.
  @MainActor enum Signal {
    /// Connects a global function of C's calling convention, whose arguments are the signal's and `data`.
    static func connect<Function>(
      _ object: UnsafeMutableRawPointer, _ name: String, _ function: Function, _ data: AnyObject
    ) {
      // Sound: every C function pointer has this size, and GLib calls it with the arguments of the signal.
      let erased = unsafeBitCast(function, to: (@convention(c) () -> Void).self)
      _ = doorward_connect(object, name, erased, Unmanaged.passRetained(data).toOpaque(), releaseConnection)
    }

    /// Runs an action at each signal that has no argument but the object.
    static func connect(
      _ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor () -> Void
    ) {
      let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = runAction
      connect(object, name, function, Action(action))
    }
  }

  /// What is run at a signal.
  @MainActor final class Action {
    let run: @MainActor () -> Void

    init(_ run: @escaping @MainActor () -> Void) {
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

  /// Gives back what a connection retained.
  func releaseConnectionData(_ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
  }
#endif
