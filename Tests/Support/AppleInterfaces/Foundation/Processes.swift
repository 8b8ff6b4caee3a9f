// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject {
  // https://developer.apple.com/documentation/foundation/thread/detachnewthread(_:)
  @available(macOS 10.12, iOS 10.0, *)
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/filehandle/standarderror
  open class var standardError: FileHandle { fatalError() }
  // https://developer.apple.com/documentation/foundation/filehandle/standardoutput
  open class var standardOutput: FileHandle { fatalError() }
  // https://developer.apple.com/documentation/foundation/filehandle/write(_:)
  open func write(_ data: Data) {}
  // https://developer.apple.com/documentation/foundation/filehandle/write(contentsof:)
  @available(macOS 10.15.4, iOS 13.4, *)
  public func write<T: DataProtocol>(contentsOf data: T) throws {}
}

// https://developer.apple.com/documentation/foundation/operatingsystemversion
public struct OperatingSystemVersion: Sendable {
  // https://developer.apple.com/documentation/foundation/operatingsystemversion/majorversion
  public var majorVersion: Int
}

// https://developer.apple.com/documentation/foundation/processinfo
open class ProcessInfo: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/processinfo/processinfo
  open class var processInfo: ProcessInfo { fatalError() }
  // https://developer.apple.com/documentation/foundation/processinfo/environment
  open var environment: [String: String] { fatalError() }
  // https://developer.apple.com/documentation/foundation/processinfo/operatingsystemversion
  open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
  // https://developer.apple.com/documentation/foundation/processinfo/processname
  open var processName: String {
    get { fatalError() }
    set {}
  }
}
