import DoorwardAdministration
import DoorwardCurl
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardPages
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Checks that the near-connect script is available and matches its pinned hash.
struct NEARConnectCheck {
  private static let name = "near-connect"
  private static let maximumBytes = 8 << 20

  let configuration: ServerConfiguration
  let applications: ApplicationList

  func run() async -> [Finding] {
    guard applications.all.contains(where: { $0.offers.contains(.near) }) else { return [] }
    let settings = configuration.nearConnect
    let response: OutgoingResponse
    do throws(OutgoingHTTPError) {
      response = try await ProbeClient.client(maximumBytes: Self.maximumBytes).send(
        OutgoingRequest(url: settings.scriptURL, fields: ["Origin": "https://doorward.invalid"]))
    } catch {
      return [
        .warning(
          Self.name, "\(settings.scriptURL) cannot be reached from this machine: \(error.reason)",
          remedy: "make sure that browsers can reach it, or serve your own copy (near_connect.script_url)")
      ]
    }
    guard response.status == 200 else {
      return [
        .problem(
          Self.name, "\(settings.scriptURL) answers \(response.status)",
          remedy: "correct near_connect.script_url")
      ]
    }
    return [judge(response, settings)]
  }

  private func judge(
    _ response: OutgoingResponse, _ settings: NEARConnectSettings
  ) -> Finding {
    let isSHA384 = settings.scriptIntegrity.hasPrefix("sha384-")
    guard let hash = try? (isSHA384 ? DigestAlgorithm.sha384 : .sha512).hash(response.body) else {
      return .warning(Self.name, "not checked: not enough memory")
    }
    let integrity = (isSHA384 ? "sha384-" : "sha512-") + Base64.encode(hash)
    guard integrity == settings.scriptIntegrity else {
      return .problem(
        Self.name, "\(settings.scriptURL) is not the pinned script: its hash is \(integrity)",
        remedy:
          "browsers do not run it; correct near_connect.script_url, or review the script and pin its hash")
    }
    // A script with an integrity hash is fetched with CORS (SRI §3.3.2).
    guard ["*", "https://doorward.invalid"].contains(response.fields["Access-Control-Allow-Origin"]) else {
      return .problem(
        Self.name, "\(settings.scriptURL) is served without Access-Control-Allow-Origin",
        remedy: "browsers do not run it from another origin; serve it with \"Access-Control-Allow-Origin: *\""
      )
    }
    return .ok(Self.name, "\(response.body.count) bytes, matches the pinned hash")
  }
}
