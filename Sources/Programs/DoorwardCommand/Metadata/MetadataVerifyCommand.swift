import BinaryEncodings
import DoorwardCommandLine
import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import WebAuthn
import WebAuthnSignatures

/// Verifies the file in which the FIDO Alliance describes models of authenticators.
enum MetadataVerifyCommand: Command {
  static let words = ["metadata", "verify"]
  static let summary = "verify a metadata file of the FIDO Alliance (MDS 3)"
  static let synopsis = "FILE [OPTION…]"
  static let options = [
    CommandOption(
      "root", value: "FILE",
      "the root certificates in PEM (default: \(standardRoot))"),
    CommandOption(
      "host", value: "HOST",
      "the host of the signer's certificate (default: \(MetadataVerifier.signerHost))"),
    CommandOption("minimum-number", value: "NUMBER", "refuse a file with a lower number"),
  ]
  static let discussion = """
    The file is published at https://mds3.fidoalliance.org. The command checks its signature, that the signer's
    certificate leads to the root and is issued to the host, and that the next file is not due yet. It prints a
    line of JSON: number, next_update, entries, and compromised, the models that are revoked or whose keys are
    compromised.

    Exit status: 0 the file is valid, 1 it is not, 2 wrong usage.
    """

  /// The root certificate that the FIDO Alliance uses, where Debian and Ubuntu keep it.
  private static let standardRoot = "/etc/ssl/certs/GlobalSign_Root_CA_-_R3.pem"
  private static let maximumLength = 64 << 20

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let minimum = try arguments["minimum-number"].map { text throws(UsageError) in
      guard let number = Int64(text) else { throw UsageError(message: "--minimum-number is not a number") }
      return number
    }
    let file = try text(arguments.operands[0], limit: maximumLength)
    let roots = try PEM.decode(
      text(arguments["root"] ?? standardRoot, limit: TextFile.limit), label: "CERTIFICATE")
    guard !roots.isEmpty else { throw UsageError(message: "the file of --root has no certificate") }
    let verifier = try MetadataVerifier(
      roots: roots, host: arguments["host"] ?? MetadataVerifier.signerHost, context: OpenSSLContext())
    let metadata = try verifier.verify(
      file.filter { !$0.isWhitespace }, at: Timestamp(WallClock.system.now), minimumNumber: minimum ?? 0
    ).contents
    let answer: JSONObject = [
      "number": .number(JSONNumber(metadata.number)), "next_update": .string(metadata.nextUpdate),
      "entries": .number(JSONNumber(metadata.entries.count)),
      "compromised": .array(
        metadata.entries.filter(\.isCompromised).map {
          .string($0.description ?? $0.aaguid?.description ?? "without a name")
        }),
    ]
    Output.json(.object(answer))
    return .done
  }

  private static func text(_ path: String, limit: Int) throws -> String {
    guard let bytes = try TextFile.read(path, limit: limit) else {
      throw UsageError(message: "\(path) does not exist")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
