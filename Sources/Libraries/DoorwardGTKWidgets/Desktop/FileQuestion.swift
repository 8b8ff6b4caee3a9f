#if os(Linux)
  internal import CDoorwardGTK

  /// Asks the user for a file, in the desktop's own dialog.
  @MainActor public final class FileQuestion {
    private let dialog: ObjectReference
    private var answer: CheckedContinuation<String?, Never>?

    /// Asks where to save a file of the proposed name.
    public static func save(_ name: String, above window: Window) async -> String? {
      let question = FileQuestion(GTK_FILE_CHOOSER_ACTION_SAVE, above: window)
      gtk_file_chooser_set_current_name(question.chooser, name)
      return await question.ask()
    }

    /// Asks for an image.
    public static func openImage(above window: Window) async -> String? {
      let question = FileQuestion(GTK_FILE_CHOOSER_ACTION_OPEN, above: window)
      let filter = gtk_file_filter_new()
      gtk_file_filter_add_pixbuf_formats(filter)
      gtk_file_chooser_add_filter(question.chooser, filter)
      g_object_unref(filter.map { UnsafeMutableRawPointer($0) })
      return await question.ask()
    }

    private init(_ action: GtkFileChooserAction, above window: Window) {
      // Without a title and labels, GTK uses those of the desktop's language.
      dialog = ObjectReference(owning: doorward_file_dialog_new(window.window, action))
      gtk_native_dialog_set_modal(doorward_native_dialog(dialog.pointer), 1)
      let function: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Void =
        answered
      Signal.connect(dialog.pointer, "response", to: function, with: WeakReference(self))
    }

    private var chooser: OpaquePointer? { doorward_file_chooser(dialog.pointer) }

    /// The path of the file; nil if the user has closed the dialog.
    private func ask() async -> String? {
      await withCheckedContinuation { continuation in
        answer = continuation
        gtk_native_dialog_show(doorward_native_dialog(dialog.pointer))
      }
    }

    fileprivate func end(_ response: Int32) {
      var path: String?
      if response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(chooser) {
        let text = g_file_get_path(file)
        path = text.map { String(cString: $0) }
        g_free(text)
        g_object_unref(UnsafeMutableRawPointer(file))
      }
      answer?.resume(returning: path)
      answer = nil
    }
  }

  private func answered(
    _ dialog: UnsafeMutableRawPointer?, _ response: Int32, _ data: UnsafeMutableRawPointer?
  ) {
    LoopThread.run(data) { WeakReference<FileQuestion>.target(of: $0)?.end(response) }
  }
#endif
