import WebAuthn

/// The names of authenticator models, by their AAGUID. They name new passkeys in the user's list.
///
/// Nothing proves an AAGUID without a trusted attestation, so the name is a help for the user only. The list is
/// `Models/authenticators.txt`: in each line an AAGUID, as its vendor has published it, a space and the name. A line that
/// begins with `#` is a comment. `scripts/authenticator-models` refreshes the list.
enum AuthenticatorModels {
  /// The name of a model; nil if it is not known.
  static func name(of model: AAGUID) -> String? { names[model] }

  private static let names: [AAGUID: String] = {
    let lines = String(decoding: PackageResources.authenticators_txt, as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: [:]) { names, line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let model = AAGUID(String(parts[0])) else { return }
      names[model] = String(parts[1])
    }
  }()
}
