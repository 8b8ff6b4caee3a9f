/// A task that is called off when its owner goes.
///
/// An owner on the main actor could do that itself only in a deinitializer of iOS 18.4.
final class OwnedTask: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}
