internal import Dispatch

extension Task {
  /// Calls a task off in which code of the app runs, from a thread that nobody waits for.
  ///
  /// A handler of that is told on the thread that calls off, and may be slow. On Linux that of
  /// `URLSession.data(for:)` may never end: it waits for the session, which may wait to wake this very task.
  func callOff() {
    // A queue of its own has a thread of its own, also while all that tasks run on wait like this.
    DispatchQueue(label: "Doorward calling off").async { cancel() }
  }
}
