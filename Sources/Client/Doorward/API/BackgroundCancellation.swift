internal import Dispatch

extension Task {
  /// Cancels a task that runs code of the app, without waiting for its cancellation handlers.
  ///
  /// A handler runs on the thread that cancels, and may be slow. On Linux the handler of `URLSession.data(for:)` may
  /// never end: it waits for the session, which may wait to resume this task.
  func cancelInBackground() {
    // A separate queue has its own thread, even if every thread of the tasks waits.
    DispatchQueue(label: "Doorward cancellation").async { cancel() }
  }
}
