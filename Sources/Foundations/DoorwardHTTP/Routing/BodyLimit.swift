/// Limits the body of some paths to less than the transport's limit.
public struct BodyLimit: RequestCheck {
  private let bytes: Int
  private let exceptions: @Sendable (HTTPRequest) -> Bool

  /// - Parameters:
  ///   - bytes: The largest accepted body.
  ///   - exceptions: Selects the requests without this limit.
  public init(bytes: Int, except exceptions: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }) {
    self.bytes = bytes
    self.exceptions = exceptions
  }

  public func check(_ request: HTTPRequest, _ context: RequestContext) throws {
    guard request.body.count <= bytes || exceptions(request) else {
      throw Problem(
        status: 413, code: "body_too_large", detail: "The body may have up to \(bytes) bytes here.")
    }
  }
}
