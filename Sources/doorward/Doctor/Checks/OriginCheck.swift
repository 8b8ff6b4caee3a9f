import DoorwardHTTP
import DoorwardOutgoingHTTP
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Checks that the public addresses lead to this server, enforce TLS and are separate.
struct OriginCheck {
  let configuration: ServerConfiguration
  let applications: ApplicationList

  func run() async -> [Finding] {
    guard let account = configuration.publicURL else {
      return [.ok("public URL", "none: this machine alone, at http://\(configuration.listen)")]
    }
    let client = PoliteCaller.client()
    var findings = [await reach(account, "public URL", client)]
    if findings[0].status == .ok, let other = await foreignIssuer(account, client) { findings.append(other) }
    guard let wallet = configuration.walletURL else {
      if !configuration.hasWalletOrigin, offersNEAR {
        findings.append(
          .warning(
            "wallet URL", "none: NEAR wallets cannot be used on the hosted page",
            "give wallet code a host of its own (wallet_url), proxied to wallet_listen"))
      }
      return findings
    }
    if wallet.host == account.host {
      findings.append(
        .warning(
          "wallet URL", "\(wallet) differs from the public URL by its port alone, and cookies see no ports",
          "give it a host of its own"))
    } else {
      findings.append(await reach(wallet, "wallet URL", client))
    }
    return findings
  }

  private var offersNEAR: Bool {
    applications.all.contains { $0.offers.contains(.near) }
  }

  private func reach(_ origin: WebOrigin, _ name: String, _ client: OutgoingHTTPClient) async -> Finding {
    let response: OutgoingResponse
    do throws(OutgoingHTTPError) {
      response = try await client.send(OutgoingRequest(url: "\(origin)/healthz"))
    } catch {
      return .warning(
        name, "\(origin) does not answer here: \(error.reason)",
        "start the server and what stands before it, or look at its name and certificate")
    }
    guard PoliteCaller.isHealthy(response) else {
      return .problem(
        name, "\(origin) answers \(response.status), and not as a doorward does",
        "send its requests on to \(name == "wallet URL" ? "wallet_listen" : "\(configuration.listen)")")
    }
    guard origin.scheme != "https" || response.fields["Strict-Transport-Security"] != nil else {
      return .warning(
        name, "\(origin) answers without Strict-Transport-Security",
        "let the proxy keep the header fields of the answers")
    }
    return .ok(name, "\(origin) answers")
  }

  /// The issuer that the running server publishes, if it differs.
  private func foreignIssuer(_ account: WebOrigin, _ client: OutgoingHTTPClient) async -> Finding? {
    let url = "\(account)/.well-known/oauth-authorization-server"
    guard let response = try? await client.send(OutgoingRequest(url: url)),
      let issuer = (try? JSONParser.parse(response.body))?["issuer"]?.string, issuer != "\(account)"
    else { return nil }
    return .problem(
      "public URL", "the server that answers at \(account) calls itself \(issuer)",
      "start it with the same public_url")
  }
}
