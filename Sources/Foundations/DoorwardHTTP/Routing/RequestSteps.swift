// The steps of an `HTTPService` before and after its routes. No step waits, because every request pays for each of them.

/// Refuses some requests before their route receives them.
public protocol RequestCheck: Sendable {
  /// - Throws: The refusal, usually a ``Problem``.
  func check(_ request: HTTPRequest, _ context: RequestContext) throws
}

/// Answers some errors of checks and routes in its own way.
public protocol ErrorStep: Sendable {
  /// The response to an error.
  ///
  /// - Returns: The response; nil if this step has none for the error.
  /// - Throws: An error that takes the place of this one.
  func response(to error: any Error, of request: HTTPRequest, _ context: RequestContext) throws
    -> HTTPResponse?
}

/// Changes or observes every response, also those to errors and to requests that the transport refused.
public protocol ResponseStep: Sendable {
  func finish(_ response: inout HTTPResponse, to request: HTTPRequest, _ context: RequestContext)
}
