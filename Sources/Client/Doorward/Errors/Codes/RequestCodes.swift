internal import DoorwardWire

/// The codes of requests that the server cannot read or does not expect, and of its faults.
extension DoorwardError.Code {
  /// A line of the request is not HTTP.
  public static var malformedRequest: Self { Self(rawValue: WireCode.malformedRequest) }
  /// The end of the body is ambiguous.
  public static var ambiguousFraming: Self { Self(rawValue: WireCode.ambiguousFraming) }
  /// The path has dot segments, encoded slashes or bytes that are not UTF-8.
  public static var malformedPath: Self { Self(rawValue: WireCode.malformedPath) }
  /// `Doorward-Application` occurs twice.
  public static var malformedHeader: Self { Self(rawValue: WireCode.malformedHeader) }
  /// The body is not JSON, has a key twice, or nests beyond 32 levels.
  public static var malformedJSON: Self { Self(rawValue: WireCode.malformedJSON) }
  /// The body is not form-encoded UTF-8.
  public static var malformedForm: Self { Self(rawValue: WireCode.malformedForm) }
  /// A member has a value of the wrong type. `detail` names it.
  public static var wrongType: Self { Self(rawValue: WireCode.wrongType) }
  /// A member is missing. `detail` names it.
  public static var missingMember: Self { Self(rawValue: WireCode.missingMember) }
  /// The query is not form-encoded UTF-8.
  public static var malformedQuery: Self { Self(rawValue: WireCode.malformedQuery) }
  /// `cursor` is not a `next_cursor` of this list with these filters.
  public static var invalidCursor: Self { Self(rawValue: WireCode.invalidCursor) }
  /// `limit` is not a whole number from 1 to 100.
  public static var invalidLimit: Self { Self(rawValue: WireCode.invalidLimit) }
  /// The path supports only the methods in `Allow`.
  public static var methodNotAllowed: Self { Self(rawValue: WireCode.methodNotAllowed) }
  /// The server receives too many large bodies at the same time.
  public static var tooManyUploads: Self { Self(rawValue: WireCode.tooManyUploads) }
  /// Photos do not have this size.
  public static var invalidSize: Self { Self(rawValue: WireCode.invalidSize) }
  /// The body has another media type, or is compressed.
  public static var unsupportedMediaType: Self { Self(rawValue: WireCode.unsupportedMediaType) }
  /// Another request had this `Idempotency-Key`.
  public static var idempotencyKeyReused: Self { Self(rawValue: WireCode.idempotencyKeyReused) }
  /// `Expect` has another value than `100-continue`.
  public static var expectationFailed: Self { Self(rawValue: WireCode.expectationFailed) }
  /// The request line is over 16 KiB.
  public static var targetTooLong: Self { Self(rawValue: WireCode.targetTooLong) }
  /// The request target is an absolute URI of another origin.
  public static var misdirectedRequest: Self { Self(rawValue: WireCode.misdirectedRequest) }
  /// The header section is over 16 KiB, or has over 100 fields.
  public static var headersTooLarge: Self { Self(rawValue: WireCode.headersTooLarge) }
  /// The server supports only the transfer coding `chunked`.
  public static var unsupportedTransferCoding: Self { Self(rawValue: WireCode.unsupportedTransferCoding) }
  /// The request has another version than HTTP/1.1 or HTTP/1.0.
  public static var unsupportedHTTPVersion: Self { Self(rawValue: WireCode.unsupportedHTTPVersion) }
  /// The call needs an account token. `GET /v1/user` also accepts an access token, and `/v1/userinfo` needs one.
  public static var missingToken: Self { Self(rawValue: WireCode.missingToken) }
  /// No application has this publishable id.
  public static var unknownApplication: Self { Self(rawValue: WireCode.unknownApplication) }
  /// The hosted page's session has ended.
  public static var signedOut: Self { Self(rawValue: WireCode.signedOut) }
  /// The app that requested the browser sign-in requires a newer sign-in, or another method.
  public static var signInRequired: Self { Self(rawValue: WireCode.signInRequired) }
  /// The page of a browser sign-in was open for over an hour or has already returned its code, its ticket was
  /// changed, or another user has signed in on the page since it showed a device.
  public static var invalidTicket: Self { Self(rawValue: WireCode.invalidTicket) }
  /// No device waits with this code: it is unknown, used, approved, denied or expired.
  public static var invalidUserCode: Self { Self(rawValue: WireCode.invalidUserCode) }
  /// A route of the hosted page was called from another origin; `/authorize` or `/end-session` was loaded into a page
  /// instead of opened as a page; or a script called an OAuth route, and no application lists its origin.
  public static var crossOrigin: Self { Self(rawValue: WireCode.crossOrigin) }
  /// A parameter is missing, occurs twice, or contradicts a header.
  public static var invalidRequest: Self { Self(rawValue: WireCode.invalidRequest) }
  /// The server does not support the grant.
  public static var unsupportedGrantType: Self { Self(rawValue: WireCode.unsupportedGrantType) }
  /// The refresh token, code or device code is used or expired, its session has ended, it belongs to another
  /// application, or it is for scopes or of a sign-in that the application no longer offers; or the code's verifier
  /// or redirect URI differs.
  public static var invalidGrant: Self { Self(rawValue: WireCode.invalidGrant) }
  /// The application does not offer sign-in on devices.
  public static var unauthorizedClient: Self { Self(rawValue: WireCode.unauthorizedClient) }
  /// The user has not decided yet.
  public static var authorizationPending: Self { Self(rawValue: WireCode.authorizationPending) }
  /// The device polls too often.
  public static var slowDown: Self { Self(rawValue: WireCode.slowDown) }
  /// The user denied the device, or has signed out since the approval.
  public static var accessDenied: Self { Self(rawValue: WireCode.accessDenied) }
  /// No application has this `client_id`, its secret is missing or wrong, or the request has no valid API key of the
  /// application.
  public static var invalidClient: Self { Self(rawValue: WireCode.invalidClient) }
  /// The server could not start.
  public static var startFailed: Self { Self(rawValue: WireCode.startFailed) }
  /// The server has failed.
  public static var internalError: Self { Self(rawValue: WireCode.internalError) }
  /// The store does not respond.
  public static var storeUnavailable: Self { Self(rawValue: WireCode.storeUnavailable) }
  /// No NEAR endpoint answers. The challenge was not spent.
  public static var rpcUnavailable: Self { Self(rawValue: WireCode.rpcUnavailable) }
}
