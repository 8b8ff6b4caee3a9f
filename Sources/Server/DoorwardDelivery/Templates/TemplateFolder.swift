import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the operator's templates: `FOLDER/APPLICATION/LANGUAGE/KIND.EXTENSION`, and catalogs: `FOLDER/LANGUAGE.json`.
///
/// The application is the id of one, or `@all`. The extensions are those of ``TemplatePart``. A part without a file is
/// taken from the folder of all applications and then from the server's catalog of the same language. A language without
/// a catalog needs all three parts of a mail, because one message must not mix two languages.
enum TemplateFolder {
  /// The folder of the templates of all applications. No application can have this id.
  static let allApplications = "@all"
  /// The largest file, in bytes.
  private static let largestFile = 262_144

  private typealias Sources = [String: [MessageKind: [TemplatePart: Template]]]

  /// The catalogs of the folder. A catalog replaces the server's catalog of its language.
  ///
  /// - Throws: ``TemplateError``.
  static func catalogs(_ path: String) throws(TemplateError) -> [Catalog] {
    var catalogs: [Catalog] = []
    for name in try names(path) where isCatalog(name) {
      let file = "\(path)/\(name)"
      let catalog = try Catalog([UInt8](try content(file)), name: file)
      guard "\(catalog.language).json" == name.lowercased() else {
        throw TemplateError(.unknownFile, file: file, "the file must be named as its language")
      }
      catalogs.append(catalog)
    }
    return catalogs
  }

  private static func isCatalog(_ name: String) -> Bool { name.hasSuffix(".json") }

  /// Reads the templates of the folder.
  ///
  /// `catalogs` are the catalogs with the parts that have no file.
  ///
  /// - Returns: the templates by application, language and kind.
  /// - Throws: ``TemplateError``.
  static func read(
    _ path: String, _ catalogs: BuiltInCatalogs
  ) throws(TemplateError) -> [String: [String: [MessageKind: MessageTemplate]]] {
    var sources: [String: Sources] = [:]
    for application in try names(path) where !isCatalog(application) {
      sources[application] = try languages("\(path)/\(application)")
    }
    let common = sources[allApplications] ?? [:]
    var folder: [String: [String: [MessageKind: MessageTemplate]]] = [:]
    for (application, languages) in sources {
      for (language, kinds) in languages {
        for (kind, parts) in kinds {
          folder[application, default: [:]][language, default: [:]][kind] = try template(
            kind, language, own: parts, common: common[language]?[kind] ?? [:],
            catalog: catalogs[language]?.templates[kind],
            place: "\(path)/\(application)/\(language)")
        }
      }
    }
    return folder
  }

  private static func languages(_ path: String) throws(TemplateError) -> Sources {
    var languages: Sources = [:]
    for language in try names(path) {
      let folder = "\(path)/\(language)"
      guard LanguageTag.isValid(language) else {
        throw TemplateError(
          .unknownFile, file: folder, "the folder is not named as a language, such as pt-BR")
      }
      for file in try names(folder) {
        let name = file.split(separator: ".", omittingEmptySubsequences: false)
        guard name.count == 2, let kind = MessageKind(rawValue: String(name[0])),
          let part = TemplatePart(rawValue: String(name[1]))
        else {
          throw TemplateError(
            .unknownFile, file: "\(folder)/\(file)",
            "a template is named as its message and part, such as \(MessageKind.signInCode.rawValue).html")
        }
        languages[language.lowercased(), default: [:]][kind, default: [:]][part] = try template(
          "\(folder)/\(file)", kind: kind, part: part)
      }
    }
    return languages
  }

  private static func template(
    _ kind: MessageKind, _ language: String, own: [TemplatePart: Template],
    common: [TemplatePart: Template], catalog: MessageTemplate?, place: String
  ) throws(TemplateError) -> MessageTemplate {
    let subject = own[.subject] ?? common[.subject] ?? catalog?.mail?.subject
    let text = own[.txt] ?? common[.txt] ?? catalog?.mail?.text
    let html = own[.html] ?? common[.html] ?? catalog?.mail?.html
    let sms = own[.sms] ?? common[.sms] ?? catalog?.sms
    var mail: MessageTemplate.Mail?
    if let subject, let text, let html {
      mail = MessageTemplate.Mail(subject: subject, text: text, html: html)
    } else if subject != nil || text != nil || html != nil {
      throw TemplateError(
        .incomplete, file: place,
        "the server has no catalog of this language: \(kind.rawValue) needs .subject, .txt and .html")
    }
    return MessageTemplate(kind: kind, language: language, mail: mail, sms: sms)
  }

  private static func template(
    _ path: String, kind: MessageKind, part: TemplatePart
  ) throws(TemplateError) -> Template {
    let data = try content(path)
    guard var text = Encodings.text(ofUTF8: ByteOrderMark.skipped(in: [UInt8](data))) else {
      throw TemplateError(.unreadable, file: path, line: invalidLine(data), "the text is not UTF-8")
    }
    text = text.replacing("\r\n", with: "\n")
    if part == .subject || part == .sms, let last = text.lastIndex(where: { !$0.isWhitespace }) {
      text = String(text[...last])
    }
    if part == .subject, text.contains("\n") {
      throw TemplateError(.malformed, file: path, line: 2, "a subject has one line")
    }
    let template = try Template(text, file: path, part.rule(kind))
    if part == .sms { try SMSLengthCheck.check(template, kind, file: path) }
    return template
  }

  private static func content(_ path: String) throws(TemplateError) -> [UInt8] {
    let data: [UInt8]
    do { data = [UInt8](try Data(contentsOf: URL(filePath: path))) } catch {
      throw unreadable("file", path: path, error: error)
    }
    guard data.count <= largestFile else {
      throw TemplateError(.unreadable, file: path, "the file is larger than \(largestFile) bytes")
    }
    return data
  }

  /// The first line that is not UTF-8.
  private static func invalidLine(_ data: [UInt8]) -> Int? {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { Encodings.text(ofUTF8: $0) == nil }.map { $0 + 1 }
  }

  /// The names in a folder, without hidden ones.
  private static func names(_ path: String) throws(TemplateError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw unreadable("folder", path: path, error: error)
    }
  }

  private static func unreadable(_ kind: String, path: String, error: any Error) -> TemplateError {
    let isMissing = [.fileReadNoSuchFile, .fileNoSuchFile].contains((error as? CocoaError)?.code)
    return TemplateError(
      .unreadable, file: path, "the \(kind) \(isMissing ? "does not exist" : "cannot be read")")
  }
}
