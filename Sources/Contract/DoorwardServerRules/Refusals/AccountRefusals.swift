package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardWire
package import Encodings

/// The refusals of changes to an account, and of second factors.
extension Problem {
  // MARK: Identities

  package static var tooManyIdentities: Problem {
    Problem(
      status: 409, code: WireCode.tooManyIdentities,
      detail:
        "This account has the most ways to sign in that it may have. Remove one, then add this one again.")
  }

  package static var lastIdentity: Problem {
    Problem(
      status: 409, code: WireCode.lastIdentity,
      detail: "This is the last way into the account. Add another one before removing it.")
  }

  /// 409: the identity belongs to another account. `effect` is the effect of a move; nil if the identity cannot move.
  package static func identityInUse(movingWith effect: WireIdentityInUse?) -> Problem {
    let detail = "This way to sign in belongs to another account."
    guard let effect else { return Problem(status: 409, code: WireCode.identityInUse, detail: detail) }
    return Problem(
      status: 409, code: WireCode.identityInUse, detail: "\(detail) You can move it here.",
      members: [Member(WireProblem.Members.identityInUse, .object(effect.json))])
  }

  /// 403: only an identity that was added within `hold` seconds is proven.
  package static func identityOnHold(for hold: Int64) -> Problem {
    let time =
      switch hold {
      case 7200...: "\((hold + 3599) / 3600) hours"
      case 120...: "\((hold + 59) / 60) minutes"
      default: "\(hold) seconds"
      }
    return Problem(
      status: 403, code: WireCode.identityOnHold,
      detail: """
        A way to sign in that was added within the last \(time) cannot remove an older one or \
        delete the account. Sign in with one that has been here for longer, then try again.
        """)
  }

  package static var invalidPhotoSize: Problem {
    Problem(
      status: 400, code: WireCode.invalidSize,
      detail: "size must be one of \(WirePhoto.sides.map(String.init).joined(separator: ", ")).")
  }

  // MARK: Second factors

  /// 401 with the challenge of the second step.
  package static func secondFactorRequired(_ challenge: JSONObject, isEnrollment: Bool) -> Problem {
    Problem(
      status: 401, code: WireCode.secondFactorRequired,
      detail: isEnrollment
        ? "This application requires a second factor. Add one to finish the sign-in."
        : "This sign-in needs a second factor. Prove it to finish the sign-in.",
      members: [Member(WireProblem.Members.secondFactor, .object(challenge))],
      fields: ["WWW-Authenticate": "Doorward"])
  }

  /// 403: another proof of the first factor gives the same answer.
  package static var secondFactorUnavailable: Problem {
    Problem(
      status: 403, code: WireCode.secondFactorUnavailable,
      detail:
        "This sign-in needs a second factor, but none of the account's second factors can be used in this application after this sign-in method. Sign in with another method."
    )
  }

  /// 403: linking has no second step, in which the user would add a second factor.
  package static var signUpNeedsSecondFactor: Problem {
    Problem(
      status: 403, code: WireCode.signUpRequired,
      detail:
        "This application requires a second factor. Sign up with this identity, and send the account token with the request."
    )
  }

  package static var invalidFactor: Problem {
    Problem(
      status: 400, code: WireCode.invalidMethod,
      detail: "This sign-in does not take this second factor. Use one of the methods of the first answer.")
  }

  package static var factorCodeUnavailable: Problem {
    Problem(
      status: 403, code: WireCode.channelNotOffered,
      detail: "No code can be sent in this way. Choose another way.")
  }

  package static var factorChannelNotOffered: Problem {
    Problem(
      status: 403, code: WireCode.channelNotOffered,
      detail: "This application does not offer codes by this channel as a second factor.")
  }

  package static func codesNotOffered(byEmail isEmail: Bool) -> Problem {
    Problem(
      status: 403, code: WireCode.channelNotOffered,
      detail: isEmail
        ? "This application sends no codes by email." : "This application sends no codes by SMS.")
  }

  package static var unsuitableAddress: Problem {
    Problem(
      status: 409, code: WireCode.unsuitableAddress,
      detail:
        "Codes as a second factor need an address of the account, and a way to sign in without a code to it. Add them first."
    )
  }

  package static var tooManySecondFactors: Problem {
    Problem(
      status: 409, code: WireCode.tooManySecondFactors,
      detail:
        "This account has the most authenticators that it may have. Remove one, then add this one again.")
  }

  package static var noSecondFactor: Problem {
    Problem(
      status: 409, code: WireCode.noSecondFactor,
      detail: "Recovery codes replace a second factor. Add a second factor first.")
  }
}
