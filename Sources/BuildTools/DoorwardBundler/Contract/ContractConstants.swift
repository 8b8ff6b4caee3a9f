/// The text constants of `DoorwardWire`, which server, SDK and double use. The document must have each of them.
struct ContractConstants {
  private struct Constant {
    /// The type, such as `WireCode`.
    let type: String
    let name: String
    let text: String
    let file: String

    func error(_ problem: String) -> BundlingError {
      BundlingError(file: file, reason: "\(type).\(name) is \"\(text)\", \(problem)")
    }
  }

  private static let paths = "WirePath"
  private static let codes = "WireCode"
  /// A security scheme of the document stands for the header field, WebAuthn defines the member, and the third text is a
  /// name that users see.
  private static let withoutMention: Set = ["Authorization", "displayName", "Passkey"]

  private let constants: [Constant]

  /// - Parameter files: the Swift files by path.
  init(_ files: [String: [UInt8]]) {
    var constants: [Constant] = []
    for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
      var type = ""
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        if let found = line.prefixMatch(of: /\s*(?:package )?(?:enum|struct|extension) (\w+)/) {
          type = String(found.1)
        } else if let found = line.firstMatch(of: /static var (\w+): String \{ "([^"\\]*)" \}/) {
          constants.append(Constant(type: type, name: String(found.1), text: String(found.2), file: file))
        }
      }
    }
    self.constants = constants
  }

  /// Compares the constants with the document.
  ///
  /// - Throws: ``BundlingError`` for a constant that the document does not have, and for a code or a path of the API
  ///   without a constant.
  func check(against document: ContractDocument) throws(BundlingError) {
    let names = ContractNames(document)
    var codes: Set<String> = []
    var paths: Set<String> = []
    for constant in constants {
      switch constant.type {
      case Self.codes:
        guard codes.insert(constant.text).inserted else {
          throw constant.error("which another constant has too")
        }
        guard names.codes.contains(constant.text) else {
          throw constant.error("which is not an error code of the document")
        }
      case Self.paths:
        paths.insert(constant.text)
        guard document.fileOfPath[constant.text] != nil else {
          throw constant.error("which is not a path of the document")
        }
      default:
        guard names.others.contains(constant.text) || Self.withoutMention.contains(constant.text) else {
          throw constant.error("which the document does not name")
        }
      }
    }
    if let code = names.listedCodes.subtracting(codes).min() {
      throw BundlingError(
        file: Self.codes, reason: "there is no constant for the code \(code) of the document")
    }
    for (path, file) in document.fileOfPath.sorted(by: { $0.key < $1.key })
    where file.hasPrefix(ContractDocument.api) && !paths.contains(path) {
      throw BundlingError(file: file, reason: "\(Self.paths) has no constant for the path \(path)")
    }
  }
}
