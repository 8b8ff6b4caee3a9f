import DoorwardAdministration
import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
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
      return [
        .ok("public URL", "not set: only this machine can use the server, at \(configuration.derivedOrigin)")
      ]
    }
    let client = ProbeClient.client()
    var findings = [await check(account, named: "public URL", with: client)]
    if findings[0].status == .ok, let other = await foreignIssuer(account, client) { findings.append(other) }
    guard let wallet = configuration.walletURL else {
      if !configuration.hasWalletOrigin, offersNEAR {
        findings.append(
          .warning(
            "wallet URL", "not set: the hosted page cannot use NEAR wallets",
            remedy: "give wallet code its own host (wallet_url) and forward it to wallet_listen"))
      }
      return findings
    }
    if wallet.host == account.host {
      findings.append(
        .warning(
          "wallet URL",
          "\(wallet) differs from the public URL in its port only, and cookies do not distinguish ports",
          remedy: "give it its own host"))
    } else {
      findings.append(await check(wallet, named: "wallet URL", with: client))
    }
    return findings
  }

  private var offersNEAR: Bool {
    applications.all.contains { $0.offers.contains(.near) }
  }

  private func check(_ origin: WebOrigin, named name: String, with client: OutgoingHTTPClient) async
    -> Finding
  {
    let response: OutgoingResponse
    do throws(OutgoingHTTPError) {
      response = try await client.send(OutgoingRequest(url: "\(origin)/healthz"))
    } catch {
      return .warning(
        name, "\(origin) cannot be reached from this machine: \(error.reason)",
        remedy: "start the server and its proxy, or check the DNS name and the certificate")
    }
    guard ProbeClient.isHealthy(response) else {
      return .problem(
        name, "\(origin) answers \(response.status), which is not from a Doorward server",
        remedy:
          "forward its requests to \(name == "wallet URL" ? "wallet_listen" : "\(configuration.listen)")")
    }
    guard origin.scheme != "https" || response.fields["Strict-Transport-Security"] != nil else {
      return .warning(
        name, "\(origin) answers without Strict-Transport-Security",
        remedy: "configure the proxy to keep the header fields of responses")
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
      "public URL", "the server at \(account) has the public URL \(issuer)",
      remedy: "start it with the same public_url")
  }
}
