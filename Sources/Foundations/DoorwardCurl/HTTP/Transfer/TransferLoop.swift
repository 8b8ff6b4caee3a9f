import CDoorwardCurl
import DoorwardHTTPTypes
import DoorwardSystem

/// The thread of the transfers: libcurl's event loop, with a bounded queue of transfers that wait.
final class TransferLoop: Sendable {
  typealias Completion = @Sendable (Result<OutgoingResponse, OutgoingHTTPError>) -> Void

  private struct Job {
    let transfer: Transfer
    let completion: Completion
  }

  private struct State {
    var waiting: [Job] = []
    /// libcurl's handle while the thread runs. Other threads may only wake it, under the lock.
    var multi: UnsafeMutableRawPointer?
    var isStarted = false
    var isClosed = false
  }

  private let maximumConcurrent: Int
  private let maximumWaiting: Int
  private let state = Monitor(State())

  init(maximumConcurrent: Int, maximumWaiting: Int) {
    self.maximumConcurrent = max(maximumConcurrent, 1)
    self.maximumWaiting = max(maximumWaiting, 1)
  }

  /// Adds a transfer to the queue. The loop calls `completion` exactly once.
  func submit(_ transfer: Transfer, completion: @escaping Completion) {
    let refusal: OutgoingHTTPError? = state.signal { state in
      guard !state.isClosed, CurlLibrary.isReady else {
        return OutgoingHTTPError(.cancelled, "The client is closed.")
      }
      guard state.waiting.count < maximumWaiting else {
        return OutgoingHTTPError(.overloaded, "Too many outgoing requests wait already.")
      }
      if !state.isStarted {
        guard BackgroundThread.start({ self.run() }) else {
          return OutgoingHTTPError(.overloaded, "The system gave no thread to send with.")
        }
        state.isStarted = true
      }
      state.waiting.append(Job(transfer: transfer, completion: completion))
      if let multi = state.multi { curl_multi_wakeup(multi) }
      return nil
    }
    if let refusal { completion(.failure(refusal)) }
  }

  /// Ends a transfer, whether it waits or runs. Its completion gets the error.
  func cancel(_ transfer: Transfer) {
    transfer.cancel()
    wake { _ in }
  }

  /// Ends all transfers and the thread.
  func close() {
    wake { $0.isClosed = true }
  }

  private func wake(_ change: (inout State) -> Void) {
    state.signal { state in
      change(&state)
      if let multi = state.multi { curl_multi_wakeup(multi) }
    }
  }

  // MARK: The thread

  private func run() {
    guard let multi = curl_multi_init() else { return finish([]) }
    state.withLock { $0.multi = multi }
    var active: [UnsafeMutableRawPointer: Job] = [:]
    while takeJobs(multi, &active) {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      var code = CURLE_OK
      while let easy = doorward_curl_next_finished(multi, &code) {
        curl_multi_remove_handle(multi, easy)
        guard let job = active.removeValue(forKey: easy) else { continue }
        job.completion(job.transfer.outcome(code))
      }
      endCancelled(multi, &active)
      let someWait = endWaiting()
      // libcurl wakes for its own timers, not for the deadlines of transfers that wait.
      if !active.isEmpty { curl_multi_poll(multi, nil, 0, someWait ? 100 : 60_000, nil) }
    }
    for easy in active.keys { curl_multi_remove_handle(multi, easy) }
    state.withLock { $0.multi = nil }
    finish(Array(active.values))
    active = [:]
    curl_multi_cleanup(multi)
  }

  /// Starts the waiting transfers up to the limit. It sleeps while there are none.
  ///
  /// - Returns: false if the loop is closed.
  private func takeJobs(
    _ multi: UnsafeMutableRawPointer, _ active: inout [UnsafeMutableRawPointer: Job]
  ) -> Bool {
    let room = maximumConcurrent - active.count
    let isIdle = active.isEmpty
    let jobs: [Job]?? = state.wait { state in
      if state.isClosed { return .some(nil) }
      if state.waiting.isEmpty, isIdle { return nil }
      let jobs = Array(state.waiting.prefix(room))
      state.waiting.removeFirst(jobs.count)
      return jobs
    }
    guard case .some(.some(let jobs)) = jobs else { return false }
    for job in jobs {
      guard let easy = job.transfer.prepare(), curl_multi_add_handle(multi, easy) == CURLM_OK else {
        job.completion(.failure(job.transfer.failureToStart))
        continue
      }
      active[easy] = job
    }
    return true
  }

  private func endCancelled(
    _ multi: UnsafeMutableRawPointer, _ active: inout [UnsafeMutableRawPointer: Job]
  ) {
    let cancelled = active.filter { $0.value.transfer.isCancelled }
    for (easy, job) in cancelled {
      curl_multi_remove_handle(multi, easy)
      active[easy] = nil
      job.completion(.failure(Self.cancelled))
    }
  }

  /// Ends the waiting transfers that were cancelled or have passed their deadline.
  ///
  /// - Returns: whether transfers still wait.
  private func endWaiting() -> Bool {
    let now = MonotonicTime.now
    let (ended, someWait) = state.withLock { state in
      let ended = state.waiting.filter { $0.transfer.deadline < now || $0.transfer.isCancelled }
      if !ended.isEmpty {
        let ids = Set(ended.map { ObjectIdentifier($0.transfer) })
        state.waiting.removeAll { ids.contains(ObjectIdentifier($0.transfer)) }
      }
      return (ended, !state.waiting.isEmpty)
    }
    for job in ended {
      job.completion(.failure(job.transfer.isCancelled ? Self.cancelled : job.transfer.failureToStart))
    }
    return someWait
  }

  private func finish(_ active: [Job]) {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in active + waiting { job.completion(.failure(Self.cancelled)) }
  }

  private static let cancelled = OutgoingHTTPError(.cancelled, "The request was cancelled.")
}

/// The state of libcurl in this process.
package enum CurlLibrary {
  /// Whether libcurl is set up. The first access sets it up, once for the process.
  package static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK
}
