import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import Encodings
import JOSE

/// Lists the applications of the configuration and their settings.
enum AdminApplicationListCommand: Command {
  static let words = ["admin", "application", "list"]
  static let summary = "list the applications and what each offers, a JSON object a line"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    Applications are made in the configuration file; the first one is the default. What one leaves out
    there is derived from public_url, and shown here as it comes out.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    for application in Administration.applications(of: try ConfigurationOptions.configuration(arguments)) {
      StandardStream.output.write(application.json.serialized() + [UInt8(ascii: "\n")])
    }
    return .done
  }
}

extension Application {
  fileprivate var json: JSONObject {
    let names = SignInMethods.names.filter { methods.contains($0) }.map(\.rawValue)
    return [
      "id": .string(id), "name": .string(name), "audience": .string(audience), "methods": .strings(names),
      "ethereum": [
        "domains": .strings(ethereum.domains), "uris": .strings(ethereum.uris),
        "chains": .array(ethereum.chains.map { .integer($0) }), "statement": .string(ethereum.statement),
        "link_statement": .string(ethereum.linkStatement), "move_statement": .string(ethereum.moveStatement),
      ],
      "near": [
        "networks": .strings(near.networks), "recipient": .string(near.recipient),
        "callback_urls": .strings(near.callbackURLs),
      ],
      "origins": .strings(origins.sorted()),
      "redirect_uris": .strings(client.redirectURIs.map(\.text)),
      "post_logout_redirect_uris": .strings(client.postLogoutRedirectURIs.map(\.text)),
      "confidential": .bool(client.isConfidential), "scopes": .strings(client.scopes.names),
      "device_authorization": .bool(client.allowsDevices),
      "id_token_signed_response_alg": .string(client.idTokenAlgorithm.rawValue),
    ]
  }
}
