internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLSession {
  /// Calls off a task of this session, and waits for nothing.
  ///
  /// On the queue that its delegate is told on. From elsewhere, on Linux, being called off as the answer comes may
  /// end the process: the task is told of twice, and the second time is gone. From a handler of cancellation it may
  /// never end, as in https://github.com/swiftlang/swift-corelibs-foundation/issues/5412.
  func callOff(_ task: URLSessionTask) { delegateQueue.addOperation { task.cancel() } }
}
