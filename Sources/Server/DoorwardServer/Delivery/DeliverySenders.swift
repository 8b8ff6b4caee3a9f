package import DoorwardDelivery
import DoorwardSessions
package import DoorwardStore

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
