import Foundation
import SignInWithEthereum

/// What the application of a ``DoorwardTestServer`` offers, and for how long things are good there: what an
/// operator would write into `doorward.json`.
public struct DoorwardTestOffer: Sendable, Hashable {
  /// The application's publishable id.
  public var applicationID = "default"
  /// The application's name.
  public var name = "Doorward"
  /// The ways to sign in, by the names of `GET /v1/config`: `siwe`, `near`, `anonymous`, `guest`.
  public var methods = ["siwe", "near"]
  /// The domains an Ethereum message may be for; nil for the server's own.
  public var domains: [String]?
  /// The URIs an Ethereum message may be for; nil for the server's own.
  public var uris: [String]?
  /// The chains an Ethereum message may be for (EIP-155).
  public var chains: [UInt64] = [1]
  /// The NEAR networks.
  public var networks = ["mainnet"]
  /// Where NEAR wallets may come back to.
  public var callbackURLs: [String] = []
  /// How long access and account tokens are good, in seconds.
  public var accessTokenLifetime: Int64 = 15 * 60
  /// How long a session is, from the sign-in on, in seconds.
  public var sessionLifetime: Int64 = 30 * 24 * 3600
  /// How long a challenge may be answered, in seconds.
  public var challengeLifetime: Int64 = 5 * 60
  /// How old a sign-in may be for calls that need a recent one, in seconds.
  public var recentSignIn: Int64 = 10 * 60

  /// Makes an offer of Ethereum and NEAR, as a server makes it whose operator says nothing.
  public init() {}

  /// Makes an offer of these ways to sign in.
  public init(methods: [String]) { self.methods = methods }
}

/// The offer, with what it derives from the server's own address.
struct Application: Sendable {
  let offer: DoorwardTestOffer
  let issuer: String
  let authority: String

  var id: String { offer.applicationID }
  var audience: String { "\(issuer)/applications/\(id)" }
  var domains: [String] { offer.domains ?? [authority] }
  var uris: [String] { offer.uris ?? [issuer, issuer + "/"] }

  /// What a wallet's message calls it: it takes fewer characters than a name does (EIP-4361 §ABNF), and a host's
  /// are always among them.
  var statedName: String {
    let message = SIWEFields(
      domain: authority, address: "0x0000000000000000000000000000000000000000", statement: offer.name,
      uri: issuer, chainID: 1, nonce: "00000000", issuedAt: "2026-01-01T00:00:00Z")
    return (try? SIWEMessage(message)) == nil ? URL(string: issuer)?.host ?? authority : offer.name
  }

  func offers(_ method: String) -> Bool { offer.methods.contains(method) }
}
