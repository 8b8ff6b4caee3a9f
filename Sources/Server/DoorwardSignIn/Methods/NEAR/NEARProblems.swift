package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardStore
import DoorwardWire

extension Problem {
  /// 503: the chain does not respond. The challenge was not spent.
  package static var nearUnavailable: Problem {
    Problem(
      status: 503, code: WireCode.rpcUnavailable,
      detail: "The NEAR network cannot be asked about this account now. Try again soon.",
      fields: ["Retry-After": "5"])
  }

  /// 403: the proof is valid, but the account may have another owner than its user on this server.
  package static var identityQuarantined: Problem {
    Problem(
      status: 403, code: WireCode.identityQuarantined,
      detail: """
        The keys of this NEAR account have changed since it was last used here, so it may have a new owner. \
        If it is still yours, sign in another way and add it again, or sign in with a key you used here \
        before. Otherwise use another account.
        """)
  }

  /// 409: two keys of one account were used at the same time, and the chain was queried with outdated remembered
  /// keys.
  package static var identityChanged: Problem {
    Problem(
      status: 409, code: WireCode.identityChanged,
      detail: "This NEAR account was used here with another key at the same moment. Sign in again.")
  }
}
