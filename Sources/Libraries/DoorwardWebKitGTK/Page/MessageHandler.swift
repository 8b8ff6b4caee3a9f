#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardGTKWidgets

  /// Receives texts from the scripts of one script world.
  @MainActor final class MessageHandler {
    private let handle: @MainActor (String) -> Void

    private init(_ handle: @escaping @MainActor (String) -> Void) {
      self.handle = handle
    }

    static func add(
      _ name: String, world: String, to content: ObjectReference,
      _ handle: @escaping @MainActor (String) -> Void
    ) {
      let function:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
          messageReceived
      Signal.connect(
        content.pointer, "script-message-received::\(name)", to: function, with: MessageHandler(handle))
      webkit_user_content_manager_register_script_message_handler(content.opaque, name, world)
    }

    fileprivate func receive(_ value: OpaquePointer) {
      guard jsc_value_is_string(value) != 0, let bytes = jsc_value_to_string_as_bytes(value) else { return }
      defer { g_bytes_unref(bytes) }
      var count: gsize = 0
      let start = g_bytes_get_data(bytes, &count)
      handle(String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self))
    }
  }

  private func messageReceived(
    _ content: UnsafeMutableRawPointer?, _ value: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) {
    guard let value, let data else { return }
    LoopThread.run((value, data)) { value, data in
      Unmanaged<MessageHandler>.fromOpaque(data).takeUnretainedValue().receive(value)
    }
  }
#endif
