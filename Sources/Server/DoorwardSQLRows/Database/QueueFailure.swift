package import DoorwardStore
package import DoorwardSystem

extension StoreError {
  /// Translates the refusal of a queue of a store.
  package init(_ error: WorkerLaneError) {
    switch error {
    case .closed: self.init(.closed, "the store has been closed")
    case .full(let limit):
      self.init(.unavailable, "more than \(limit) requests wait for the store: try again later")
    case .noThread:
      self.init(.unavailable, "the system cannot start another thread: raise the limit of threads")
    }
  }
}
