#if os(Linux)
  /// The closing of a window by the app. A window with new recovery codes stays until the user has saved them.
  @MainActor final class WindowClosing {
    /// Whether the app has closed the window while it had recovery codes.
    private var isWaiting = false
    /// The window while it has recovery codes, so that the app cannot release it.
    private var window: AnyObject?

    /// Keeps a window that is drawn while it has recovery codes.
    ///
    /// - Returns: Whether the window closes now, because the app has closed it and the user has saved the codes.
    func shouldClose(afterDrawing window: AnyObject, hasCodes: Bool) -> Bool {
      self.window = hasCodes ? window : nil
      return isWaiting && !hasCodes
    }

    /// The app closes the window.
    ///
    /// - Returns: Whether the window closes now. If it has recovery codes, it closes when the user has saved them.
    func requestClose(hasCodes: Bool) -> Bool {
      if hasCodes { isWaiting = true }
      return !hasCodes
    }

    /// The window has ended.
    func end() { window = nil }

    /// Waits for the end of a window, which closes if this task is cancelled.
    static func result<End: Sendable>(
      _ end: Task<End, Never>, close: @escaping @MainActor @Sendable () -> Void
    ) async -> End {
      await withTaskCancellationHandler {
        await end.value
      } onCancel: {
        Task { @MainActor in close() }
      }
    }
  }
#endif
