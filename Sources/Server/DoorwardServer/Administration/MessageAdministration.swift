package import DoorwardAdministration
package import DoorwardDelivery
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The operator's tests of the mail server and the SMS service.
extension Administration {
  /// Sends a test message at once, as a server with this configuration does.
  ///
  /// - Parameters:
  ///   - recipient: the address.
  ///   - application: the application that sends it; nil for the first one.
  ///   - language: the language of the message; nil for that of the delivery.
  /// - Returns: the answer of the mail server or the SMS service.
  /// - Throws: ``ConfigurationError`` if there is no such application, or a secret cannot be read; `TemplateError`;
  ///   ``StoreError``.
  package func testMessage(
    to recipient: Recipient, application: String?, language: String?
  ) async throws -> MessageTestAnswer {
    let (application, standard) = (try await self.application(application), try await self.application(nil))
    return try await act(.messageTest, SecurityLog.Details(application: application.id)) { details in
      let delivery = configuration.delivery
      let templates = try delivery.loadTemplates().inLooks { _ in
        MailLook(firstOf: [application, standard])
      }
      let senders = try delivery.senders(
        isLoopbackOnly: configuration.isLoopbackOnly, store: installation.store, clock: clock
      ) { _ in application.name }
      let tests = TestMessages(templates, senders: senders, clock: clock, random: .system)
      // The event comes first, so that no message is sent without it.
      try await record(.messageTested(recipient.channel), about: EventSubjects(application: application.id))
      let answer = try await tests.send(
        to: recipient, from: application, language: language ?? delivery.language)
      details.choice = answer.code
      return answer
    }
  }
}
