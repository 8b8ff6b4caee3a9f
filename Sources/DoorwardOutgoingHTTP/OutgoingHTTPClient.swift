/// The one way out: HTTP requests to other servers, under caps, time limits and a rule about addresses.
///
/// ```swift
/// let client = OutgoingHTTPClient()
/// let response = try await client.send(OutgoingRequest(url: "https://rpc.example/status"))
/// ```
/// Redirects are not followed, proxies of the environment not used, certificates always checked, and the address
/// that is checked is the one that is connected to, so a name that resolves differently the second time gains
/// nothing. Transfers run on one thread of the client's own, which keeps connections open for reuse; cancelling
/// the task that sends ends its transfer at once.
public final class OutgoingHTTPClient: Sendable {
  private let configuration: OutgoingHTTPConfiguration
  private let loop: TransferLoop

  /// A client; its thread starts with the first request and ends with the client.
  public init(_ configuration: OutgoingHTTPConfiguration = OutgoingHTTPConfiguration()) {
    self.configuration = configuration
    loop = TransferLoop(
      maximumConcurrent: configuration.maximumConcurrentRequests,
      maximumWaiting: configuration.maximumWaitingRequests)
  }

  deinit {
    loop.close()
  }

  /// Sends a request and waits for the whole response.
  /// - Throws: ``OutgoingHTTPError``; a response of any status is no error.
  public func send(_ request: OutgoingRequest) async throws(OutgoingHTTPError) -> OutgoingResponse {
    let transfer = try Transfer(request, configuration)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(transfer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}
