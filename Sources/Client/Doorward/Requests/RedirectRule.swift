internal import DoorwardWire
internal import Foundation

/// Decides how a request with a token follows a redirect: the token is sent to its first origin only.
enum RedirectRule {
  /// The most redirects of one request.
  static let limit = 20

  /// Whether the token of a request may be sent to the next address.
  static func keepsToken(from first: URL?, to next: URL?) -> Bool {
    guard let first, let next else { return false }
    return ServerAddress.origin(first) == ServerAddress.origin(next)
  }

  /// The request that a redirect asks for (RFC 9110 §15.4).
  ///
  /// `request` is the request that was answered.
  ///
  /// - Returns: the next request; nil if the answer is not a redirect.
  /// - Throws: ``DoorwardError`` `insecure_address` if the next address is neither https nor loopback.
  static func next(after request: DoorwardRequest, _ answer: DoorwardResponse) throws(DoorwardError)
    -> DoorwardRequest?
  {
    guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers["location"],
      let first = URL(string: request.url), let url = URL(string: location, relativeTo: first)?.absoluteURL
    else { return nil }
    guard ServerAddress.isEncryptedOrLoopback(url) else { throw .insecure(url) }
    var next = request
    next.url = url.absoluteString
    // RFC 9110 §15.4.2–4: browsers turn POST into GET, and 303 asks for GET.
    let becomesGet =
      answer.status == 303 ? request.method != "HEAD" : answer.status < 303 && request.method == "POST"
    if becomesGet {
      next.method = "GET"
      next.body = nil
      for name in ["Content-Type", "Content-Length", "Content-Encoding"] { next.setHeader(name, nil) }
    }
    if !keepsToken(from: first, to: url) { next.setHeader(WireHeader.authorization, nil) }
    return next
  }
}
