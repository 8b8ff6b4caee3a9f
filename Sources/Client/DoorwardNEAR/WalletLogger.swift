public import Doorward
public import NEARConnect

extension WalletLogger {
  /// Forwards messages to the logger of the SDK.
  public init(_ logger: DoorwardLogger) {
    self.init { level, message in
      switch level {
      case .debug: logger.debug(message)
      case .info: logger.info(message)
      case .warning: logger.warning(message)
      case .error: logger.error(message)
      }
    }
  }
}
