import DoorwardTexts
import Encodings

/// The templates of one kind of message in one language.
struct MessageTemplate: Sendable {
  struct Mail: Sendable {
    let subject: Template
    let text: Template
    let html: Template
  }

  let kind: MessageKind
  let language: String
  /// Nil if the language has no mail of this kind.
  let mail: Mail?
  /// Nil if the language has no SMS of this kind.
  let sms: Template?

  /// The content of a mail in the look of an application; nil if there is no template.
  func mail(_ values: MessageValues, _ look: MailLook) -> MailContent? {
    let category = PluralRules(language).category
    return mail.map { mail in
      let html = mail.html.mappingTexts(look.filling)
        .rendered(values, category: category, escape: HTMLText.escaped)
      return MailContent(
        subject: mail.subject.rendered(values, category: category),
        text: mail.text.rendered(values, category: category), html: html, language: language,
        // The operator's own HTML has no place for the logo.
        logo: look.logo.flatMap { html.contains($0.address) ? $0 : nil })
    }
  }

  /// The text of an SMS; nil if there is no template.
  ///
  /// The last line of a message with a code binds the code to the host of the page, so that a browser fills it in on no
  /// other page (https://wicg.github.io/sms-one-time-codes/).
  func sms(_ values: MessageValues) -> String? { sms(values, category: PluralRules(language).category) }

  func sms(_ values: MessageValues, category: (Int) -> PluralCategory) -> String? {
    let values = values.cutForSMS()
    return sms.map { template in
      let text = template.rendered(values, category: category)
      return kind.hasCode && !values[.domain].isEmpty
        ? "\(text)\n\n@\(values[.domain]) #\(values[.code])" : text
    }
  }
}
