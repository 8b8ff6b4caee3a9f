internal import Foundation
internal import Synchronization
#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Reads an answer up to a limit; a longer one is given up while it arrives.
final class BoundedDownload: NSObject, URLSessionDataDelegate {
  private struct State {
    var body: [UInt8] = []
    var status = 0
    var continuation: CheckedContinuation<HTTPFetch.Answer, any Error>?
  }

  private let state: Mutex<State>
  private let limit: Int

  private init(limit: Int, continuation: CheckedContinuation<HTTPFetch.Answer, any Error>) {
    self.limit = limit
    state = Mutex(State(continuation: continuation))
  }

  static func run(
    _ request: URLRequest, in session: URLSession, limit: Int
  ) async throws -> HTTPFetch.Answer {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        task.delegate = BoundedDownload(limit: limit, continuation: continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode ?? 0 }
    completionHandler(response.expectedContentLength > Int64(limit) ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { state in
      state.body.append(contentsOf: data)
      return state.body.count > limit
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (continuation, answer) = state.withLock { state in
      defer { state.continuation = nil }
      return (state.continuation, HTTPFetch.Answer(status: state.status, body: state.body))
    }
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume(returning: answer) }
  }
}
