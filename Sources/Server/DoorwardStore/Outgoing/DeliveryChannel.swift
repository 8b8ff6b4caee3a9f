/// The ways in which a message reaches a user.
package enum DeliveryChannel: String, Sendable, CaseIterable {
  case email, sms
}
