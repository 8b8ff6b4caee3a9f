import DoorwardStore
import DoorwardSystem
import DoorwardTexts

/// Every template of the server: those of its catalogs, and those of the operator's folder.
package struct MessageTemplates: Sendable {
  /// The templates of an application, by language and kind. The key for all applications is ``TemplateFolder/allApplications``.
  private let folder: [String: [String: [MessageKind: MessageTemplate]]]
  private let catalogs: BuiltInCatalogs
  private let defaultLanguage: String
  /// The look of an application's mails, by its id.
  private var look: @Sendable (_ applicationID: String) -> MailLook = { _ in .standard }

  /// The language that is used if there is no template in the preferred language and the default one.
  private static let lastLanguage = "en"

  /// Reads the operator's folder. The catalogs of the server are read when they are needed.
  ///
  /// - Parameters:
  ///   - folder: the operator's folder; nil for none. See ``TemplateFolder``.
  ///   - defaultLanguage: the language for users whose language has no templates.
  /// - Returns: the templates.
  /// - Throws: ``TemplateError``, which names the file and the line.
  package static func load(
    folder: String? = nil, defaultLanguage: String = "en"
  ) throws(TemplateError) -> MessageTemplates {
    guard let folder else {
      return MessageTemplates(
        folder: [:], catalogs: BuiltInCatalogs(replacing: []), defaultLanguage: defaultLanguage)
    }
    let catalogs = BuiltInCatalogs(replacing: try TemplateFolder.catalogs(folder))
    return MessageTemplates(
      folder: try TemplateFolder.read(folder, catalogs), catalogs: catalogs, defaultLanguage: defaultLanguage)
  }

  init(
    folder: [String: [String: [MessageKind: MessageTemplate]]],
    catalogs: BuiltInCatalogs, defaultLanguage: String
  ) {
    self.folder = folder
    self.catalogs = catalogs
    self.defaultLanguage = defaultLanguage
  }

  /// The same templates with the looks of applications.
  ///
  /// - Parameter look: the look of an application, by its id.
  /// - Returns: the templates.
  package func inLooks(_ look: @escaping @Sendable (_ applicationID: String) -> MailLook) -> MessageTemplates
  {
    var templates = self
    templates.look = look
    return templates
  }

  /// The content of a message; nil if there is no template.
  package func rendered(_ message: OutgoingMessage) -> RenderedMessage? {
    rendered(
      message.kind, message.recipient.channel, application: message.applicationID,
      language: message.language, values: message.values)
  }

  /// The content of a message; nil if no language has a template for the kind and the channel. The catalogs have all.
  func rendered(
    _ kind: MessageKind, _ channel: DeliveryChannel, application: String, language: String,
    values: MessageValues
  ) -> RenderedMessage? {
    let languages = languages(language)
    for (position, language) in languages.enumerated() {
      let places = [
        folder[application]?[language], folder[TemplateFolder.allApplications]?[language],
        catalogs[language]?.templates,
      ]
      for place in places {
        guard let template = place?[kind] else { continue }
        // The folder may have templates in a language without a catalog.
        let catalog = languages[position...].lazy.compactMap { catalogs[$0] }.first
        let values = values.replacingBlanks(with: catalog?.unknown ?? [:])
          .namingMethod(catalog?.methods ?? [:])
        switch channel {
        case .email: if let mail = template.mail(values, look(application)) { return .mail(mail) }
        case .sms: if let text = template.sms(values) { return .sms(text) }
        }
      }
    }
    return nil
  }

  /// The languages to try, for example `pt-pt`, `pt`, `pt-br`, the default language, `en`.
  private func languages(_ preferred: String) -> [String] {
    var languages: [String] = []
    for tag in [preferred, defaultLanguage, Self.lastLanguage] {
      var parts = tag.lowercased().split(separator: "-")
      while !parts.isEmpty {
        languages.append(parts.joined(separator: "-"))
        parts.removeLast()
      }
      // Chinese and Portuguese of other countries: the catalog has another tag.
      if let language = Language.available(for: tag) { languages.append(language.tag.lowercased()) }
    }
    return languages
  }
}

/// The catalogs of the server by language, and those of the operator in their places.
///
/// A catalog of the server is read when a message first needs it: a server sends messages in few languages.
final class BuiltInCatalogs: Sendable {
  private let read: Monitor<[String: Catalog]>

  /// - Parameter own: the operator's catalogs.
  init(replacing own: [Catalog]) {
    read = Monitor(Dictionary(own.map { ($0.language, $0) }) { _, last in last })
  }

  /// The catalog of a language, in lower case; nil if there is none.
  subscript(language: String) -> Catalog? {
    if let catalog = read.withLock({ $0[language] }) { return catalog }
    guard let file = MailFiles.catalogs.first(where: { $0.tag.lowercased() == language }),
      // The tests read every file, so none is malformed.
      let catalog = try? Catalog([UInt8](file.json.utf8), name: "\(file.tag).json")
    else { return nil }
    read.withLock { $0[language] = catalog }
    return catalog
  }
}
