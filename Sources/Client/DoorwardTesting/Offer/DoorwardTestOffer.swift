import DoorwardServerRules
import DoorwardWire
import Foundation
import SignInWithEthereum
import WebAuthn

/// The offer of the application of a ``DoorwardTestServer``, and its time limits: the settings that an operator writes
/// into `doorward.json`.
public struct DoorwardTestOffer: Sendable, Hashable {
  /// The application's publishable id.
  public var applicationID = "default"
  /// The application's name.
  public var name = "Doorward"
  /// The language that the application has fixed, a language tag such as `de`; nil if each user's own language decides.
  public var language: String?
  /// The color of the application, `#` and six hexadecimal digits; nil for none.
  public var color: String?
  /// The address of the application's logo; nil for none.
  public var logoURL: String?
  /// The heading of the sign-in by language tag, and `default` for all other languages; empty for none.
  public var signInTitle: [String: String] = [:]
  /// The sentence below the heading, as ``signInTitle``.
  public var signInText: [String: String] = [:]
  /// The sign-in methods, by their names in `GET /v1/config`.
  public var methods = ["password", "code", "siwe", "near"]
  /// The identifiers that users sign up with beside a password: `email`, `phone_number`, `username`.
  public var passwordIdentifiers = ["email", "phone_number"]
  /// The fewest characters of a password; nil for the server's default: 12, or 8 if ``requiresSecondFactor``.
  public var minimumPasswordLength: Int?
  /// The channels of one-time codes: `email`, `sms`.
  public var codeChannels = ["email", "sms"]
  /// Whether the application accepts new users: `open` for all, `invited` for those whom
  /// ``DoorwardTestServer/invite(_:)`` has invited, or `closed`.
  public var signUp = "open"
  /// The step that follows an address, if the application offers both: `code` or `password`.
  public var signInFirst = "code"
  /// The domains of email addresses that new users may have; nil for each domain and each way to sign up.
  public var emailDomains: [String]?
  /// The time after which another code may be sent to an address, in seconds; 0 for at once.
  public var codePause = StandardLimits.codePause
  /// Whether every sign-in needs a second factor. A user without one adds one during the sign-in.
  public var requiresSecondFactor = false
  /// The channels of the codes that users can choose as a second factor: `email`, `sms`. If a second factor is required, they
  /// are the only ones accepted, also from a user without a second factor.
  public var secondFactorCodeChannels: [String] = []
  /// Whether the server can process photos. Otherwise users can only remove theirs.
  public var acceptsPhotos = true
  /// The domain of passkeys; nil for the server's own. A server without a domain, such as `http://127.0.0.1`, has no
  /// passkeys.
  public var passkeyDomain: String?
  /// The origins that passkeys may be used from, in addition to the server's own if that is in the domain.
  public var passkeyOrigins: [String] = []
  /// The domains that an Ethereum message may name; nil for the server's own domain.
  public var domains: [String]?
  /// The URIs that an Ethereum message may name; nil for the server's own URI.
  public var uris: [String]?
  /// The chains that an Ethereum message may name (EIP-155).
  public var chains: [UInt64] = [1]
  /// The NEAR networks.
  public var networks = ["mainnet"]
  /// The callback URLs of NEAR wallets.
  public var callbackURLs: [String] = []
  /// The lifetime of access and account tokens, in seconds.
  public var accessTokenLifetime = StandardLimits.accessTokenLifetime
  /// The lifetime of a session from the sign-in, in seconds.
  public var sessionLifetime = StandardLimits.sessionLifetime
  /// The lifetime of a challenge, in seconds.
  public var challengeLifetime = StandardLimits.challengeLifetime
  /// The maximum age of a sign-in for calls that need a recent one, in seconds.
  public var recentSignIn = StandardLimits.recentSignIn
  /// The time in which a user can keep a deleted account by a sign-in, in seconds; 0 deletes accounts at once.
  public var deletionGrace = StandardLimits.deletionGrace

  /// Makes an offer of passwords, codes, Ethereum and NEAR, the default of a server that sends messages.
  public init() {}

  /// Makes an offer of these sign-in methods.
  public init(methods: [String]) { self.methods = methods }
}

/// The offer, with the values that depend on the server's address.
struct Application: Sendable {
  let offer: DoorwardTestOffer
  let issuer: String
  let authority: String

  var id: String { offer.applicationID }
  var audience: String { "\(issuer)/applications/\(id)" }
  var domains: [String] { offer.domains ?? [authority] }
  var uris: [String] { offer.uris ?? [issuer, issuer + "/"] }

  /// The application's name in a wallet's message. The statement takes fewer characters than a name may have (EIP-4361
  /// §ABNF); the characters of a host are always among them.
  var statedName: String {
    let message = SIWEFields(
      domain: authority, address: "0x0000000000000000000000000000000000000000", statement: offer.name,
      uri: issuer, chainID: 1, nonce: "00000000", issuedAt: "2026-01-01T00:00:00Z")
    return (try? SIWEMessage(message)) == nil ? URL(string: issuer)?.host ?? authority : offer.name
  }

  /// The rules for new passwords.
  var passwordRules: PasswordRules {
    var rules: PasswordRules = offer.requiresSecondFactor ? .withSecondFactor : .alone
    if let minimum = offer.minimumPasswordLength { rules.minimumLength = minimum }
    return rules
  }

  /// The methods, in the order in which the configuration lists them.
  var methods: [String] { WireMethod.all.filter(offers) }

  func offers(_ method: String) -> Bool {
    offer.methods.contains(method) && (method != WireMethod.passkey || passkeyParty != nil)
  }

  /// The relying party of passkeys; nil if the application offers none.
  var passkeyParty: RelyingParty? {
    guard offer.methods.contains(WireMethod.passkey), let host = URL(string: issuer)?.host else { return nil }
    let id = offer.passkeyDomain ?? host
    return try? RelyingParty(id: id, origins: (host == id ? [issuer] : []) + offer.passkeyOrigins)
  }
}
