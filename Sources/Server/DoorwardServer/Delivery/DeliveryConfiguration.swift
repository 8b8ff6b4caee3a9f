package import DoorwardDelivery
import DoorwardSessions
package import DoorwardStore

/// The settings of messages to users: `delivery`, `mail` and `sms`.
package struct DeliveryConfiguration: Sendable {
  /// The top-level keys.
  static let keys: Set<String> = ["delivery", "mail", "sms"]

  /// Whether the server prints messages with their codes, and sends none.
  package var isConsole: Bool
  /// The mail server; nil if there is none.
  package var mail: MailConfiguration?
  /// The SMS service; nil if there is none.
  package var sms: SMSConfiguration?
  /// The folder of the operator's templates; nil for none.
  package var templates: String?
  /// The language of users whose language has no templates.
  package var language: String

  /// The channels that can deliver messages.
  package var channels: Set<DeliveryChannel> {
    if isConsole { return Set(DeliveryChannel.allCases) }
    return Set([mail.map { _ in .email }, sms.map { _ in .sms }].compactMap(\.self))
  }

  /// Reads the settings. In development without mail and SMS, the server prints messages.
  ///
  /// - Parameters:
  ///   - configuration: the reader.
  ///   - isDevelopment: whether the server is for development.
  ///   - publicHost: the host of the server's pages.
  init(_ configuration: inout ConfigurationReader, isDevelopment: Bool, publicHost: String) {
    var isConsole: Bool?
    templates = nil
    language = "en"
    if var reader = configuration.object("delivery") {
      isConsole = reader.bool("console")
      templates = reader.string("templates")
      if let tag = reader.string("language") {
        if !LanguageTag.isValid(tag) { reader.refuse("language", "must be a language tag, such as pt-BR") }
        language = tag
      }
      reader.finish()
    }
    let (mailReader, smsReader) = (configuration.object("mail"), configuration.object("sms"))
    mail = mailReader.flatMap { MailConfiguration($0, publicHost: publicHost) }
    sms = smsReader.flatMap { SMSConfiguration($0) }
    self.isConsole = isConsole ?? (isDevelopment && mailReader == nil && smsReader == nil)
  }

  /// Loads the templates of the server and of the operator.
  ///
  /// - Throws: `TemplateError`, which names the file and the line.
  package func loadTemplates() throws(TemplateError) -> MessageTemplates {
    try MessageTemplates.load(folder: templates, defaultLanguage: language)
  }
}

extension DeliveryConfiguration {
  /// Makes the sender of each configured channel.
  ///
  /// - Parameters:
  ///   - isLoopbackOnly: whether only this machine can reach the server. Otherwise the console is refused.
  ///   - store: counts the spending on SMS.
  ///   - clock: the clock.
  ///   - print: prints lines with codes if the delivery is the console.
  ///   - name: the name of an application, by its id.
  /// - Returns: the senders.
  /// - Throws: ``ConfigurationError`` if a secret cannot be read, `ConsoleRefused`; the errors of OpenSSL.
  package func senders(
    isLoopbackOnly: Bool, store: any Store, clock: WallClock,
    print: @escaping @Sendable (String) -> Void = { StandardStream.error.line($0) },
    name: @escaping @Sendable (_ applicationID: String) -> String
  ) throws -> [DeliveryChannel: any MessageSender] {
    var senders: [DeliveryChannel: any MessageSender] = [:]
    if isConsole {
      let console = try ConsoleSender(listensOnLoopbackOnly: isLoopbackOnly, print: print)
      for channel in DeliveryChannel.allCases { senders[channel] = console }
    } else {
      senders[.email] = try mail?.sender(name: name)
      senders[.sms] = try sms?.sender(store: store, clock: clock)
    }
    return senders
  }
}
