import Encodings
import Foundation

/// One file of `DoorwardTexts/Languages`: all texts of a language, in parts for the programs that need them.
struct LanguageFile: Sendable {
  /// The parts. Each program embeds only those that it needs.
  enum Part: String, CaseIterable, Sendable {
    /// The texts that the windows of apps and the hosted page have in common.
    case shared
    /// The texts of windows only.
    case apps
    /// The texts of the scripts of the hosted page only.
    case page
    /// The texts of pages that the server makes without a script.
    case server
  }

  /// A text by its key, such as `signIn.title`. The key of a section's text starts with the name of the section.
  struct Entry: Equatable, Sendable {
    let key: String
    /// One text, or the plural forms in the order of CLDR.
    let forms: [(category: String, text: String)]

    static func == (one: Entry, other: Entry) -> Bool {
      one.key == other.key && one.forms.elementsEqual(other.forms, by: ==)
    }
  }

  /// The name of the file: the language tag.
  let tag: String
  private let content: JSONObjectReader
  private let sameTexts: [(key: String, as: String)]

  /// Reads a file.
  ///
  /// `bytes` is the JSON text. `sameTexts` is the content of `same-texts.json`: keys whose text is that of another key
  /// in every language.
  ///
  /// - Throws: ``TextFileError``.
  init(_ bytes: [UInt8], tag: String, sameTexts: [UInt8]) throws(TextFileError) {
    do {
      self.tag = tag
      content = try JSONObjectReader(JSONParser.parse(bytes))
      let same = try JSONObjectReader(JSONParser.parse(sameTexts))
      var keys: [(key: String, as: String)] = []
      for key in same.object.keys { keys.append((key, try same.requiredString(key))) }
      self.sameTexts = keys
    } catch {
      throw TextFileError(file: "\(tag).json", reason: "\(error)")
    }
  }

  /// The texts of the parts, those with the text of another key last.
  ///
  /// - Throws: ``TextFileError`` if a text has another form than a text or plural forms.
  func entries(_ parts: [Part]) throws(TextFileError) -> [Entry] {
    var entries: [Entry] = []
    var positions: [String: Int] = [:]
    for part in parts {
      for (section, texts) in try objects(part.rawValue, of: content.object) {
        for key in texts.keys {
          let name = "\(section).\(key)"
          guard positions.updateValue(entries.count, forKey: name) == nil else {
            throw TextFileError(file: "\(tag).json", reason: "two parts have the text \(name)")
          }
          entries.append(Entry(key: name, forms: try forms(of: texts[key], name)))
        }
      }
    }
    for same in sameTexts {
      guard let position = positions[same.as] else { continue }
      entries.append(Entry(key: same.key, forms: entries[position].forms))
    }
    return entries
  }

  /// The catalog of messages, in the form of an operator's own one, with the names of ways to sign in, `methods`.
  ///
  /// - Throws: ``TextFileError``.
  func mailCatalog() throws(TextFileError) -> JSONValue {
    guard var catalog = content.object["mail"]?.object else {
      throw TextFileError(file: "\(tag).json", reason: "mail is missing")
    }
    catalog["language"] = content.object["language"]
    catalog["direction"] = content.object["direction"]
    let kind = ".kind."
    catalog["methods"] = .object(
      JSONObject(
        try entries([.shared]).compactMap { entry in
          guard let mark = entry.key.firstRange(of: kind), let text = entry.forms.first?.text else {
            return nil
          }
          return (String(entry.key[mark.upperBound...]), .string(text))
        }))
    return .object(catalog)
  }

  /// The members of an object that are objects themselves.
  private func objects(
    _ name: String, of object: JSONObject
  ) throws(TextFileError) -> [(String, JSONObject)] {
    guard let part = object[name]?.object else {
      throw TextFileError(file: "\(tag).json", reason: "\(name) is missing")
    }
    var sections: [(String, JSONObject)] = []
    for section in part.keys {
      guard let texts = part[section]?.object else {
        throw TextFileError(file: "\(tag).json", reason: "\(name).\(section) must be an object")
      }
      sections.append((section, texts))
    }
    return sections
  }

  private func forms(
    of value: JSONValue?, _ key: String
  ) throws(TextFileError) -> [(category: String, text: String)] {
    if let text = value?.string { return [("other", text)] }
    guard let plural = value?.object, plural["other"] != nil else {
      throw TextFileError(file: "\(tag).json", reason: "\(key) must be a text or plural forms")
    }
    var forms: [(category: String, text: String)] = []
    for category in plural.keys {
      guard let text = plural[category]?.string else {
        throw TextFileError(file: "\(tag).json", reason: "\(key).\(category) must be a text")
      }
      forms.append((category, text))
    }
    return forms
  }
}

/// The folder of the language files, and the file of keys with the text of another key beside it.
enum LanguageFolder {
  /// Reads the files, English first and the others by tag.
  ///
  /// - Parameter path: the folder `DoorwardTexts`.
  /// - Returns: the files.
  /// - Throws: ``TextFileError``, or the error of a file.
  static func files(_ path: String) throws -> [LanguageFile] {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let sameTexts = [UInt8](try Data(contentsOf: folder.appending(path: "same-texts.json")))
    let languages = folder.appending(path: "Languages")
    let tags = try FileManager.default.contentsOfDirectory(atPath: languages.path(percentEncoded: false))
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
    return try tags.sorted { ($0 == "en" ? "" : $0) < ($1 == "en" ? "" : $1) }.map { tag in
      let bytes = [UInt8](try Data(contentsOf: languages.appending(path: "\(tag).json")))
      return try LanguageFile(bytes, tag: tag, sameTexts: sameTexts)
    }
  }
}

/// A language file cannot be embedded. The error ends the build.
struct TextFileError: Error, Equatable, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}
