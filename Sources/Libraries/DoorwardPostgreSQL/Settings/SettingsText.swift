/// The text of the settings, split into the parameters of this package and those of libpq.
struct SettingsText {
  /// The text without the parameters of this package.
  let libraryText: String
  private(set) var pooler = PostgreSQLSettings.Pooler.none
  private(set) var maximumConnections: Int?
  private(set) var allowsInsecure = false

  init(_ text: String) throws(PostgreSQLSettingsError) {
    guard !text.utf8.contains(0) else {
      throw PostgreSQLSettingsError(.malformed, "the database address contains a NUL character")
    }
    var own: [(name: String, value: String)] = []
    if PostgreSQLSettings.isURL(text) {
      libraryText = Self.splitURL(text, &own)
    } else {
      libraryText = Self.splitConnectionString(text, &own)
    }
    for (name, value) in own { try read(name, value) }
  }

  private mutating func read(_ name: String, _ value: String) throws(PostgreSQLSettingsError) {
    switch (name, value) {
    case ("pooler", "none"): pooler = .none
    case ("pooler", "transaction"): pooler = .transaction
    case ("pooler", _):
      throw PostgreSQLSettingsError(.parameter, "pooler must be transaction or none")
    case ("insecure", "yes"): allowsInsecure = true
    case ("insecure", "no"): allowsInsecure = false
    case ("insecure", _):
      throw PostgreSQLSettingsError(.parameter, "insecure must be yes or no")
    default:
      guard let count = Int(value), (1...1000).contains(count) else {
        throw PostgreSQLSettingsError(.parameter, "connections must be a number from 1 to 1000")
      }
      maximumConnections = count
    }
  }

  private static let ownNames = ["pooler", "connections", "insecure"]

  /// The parameter in a text such as `pooler=transaction`, if it is one of this package.
  private static func ownParameter(_ text: some StringProtocol) -> (name: String, value: String)? {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, ownNames.contains(String(parts[0])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  private static func splitURL(_ text: String, _ own: inout [(name: String, value: String)]) -> String {
    // A password may contain a question mark, so the parameters start at the last one.
    guard let mark = text.lastIndex(of: "?") else { return text }
    var kept: [Substring] = []
    for parameter in text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
    {
      if let found = ownParameter(parameter) { own.append(found) } else { kept.append(parameter) }
    }
    let parameters = kept.joined(separator: "&")
    return parameters.isEmpty ? String(text[..<mark]) : text[...mark] + parameters
  }

  private static func splitConnectionString(
    _ text: String, _ own: inout [(name: String, value: String)]
  ) -> String {
    var kept: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    func end(_ word: String) {
      if let found = ownParameter(word) { own.append(found) } else { kept.append(word) }
    }
    for character in text {
      if character.isWhitespace, !isQuoted, !isEscaped {
        end(word)
        word = ""
        continue
      }
      word.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "'" {
        isQuoted.toggle()
      }
    }
    end(word)
    return kept.joined(separator: " ")
  }
}
