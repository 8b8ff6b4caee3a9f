// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject {
  // https://developer.apple.com/documentation/foundation/thread/detachnewthread(_:)
  @available(macOS 10.12, iOS 10.0, *)
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
}

// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/filehandle/nulldevice
  open class var nullDevice: FileHandle { fatalError() }
  // https://developer.apple.com/documentation/foundation/filehandle/standarderror
  open class var standardError: FileHandle { fatalError() }
}

#if os(macOS)
  // https://developer.apple.com/documentation/foundation/process
  open class Process: NSObject, @unchecked Sendable {
    // https://developer.apple.com/documentation/foundation/process/init()
    public override init() {}
    // https://developer.apple.com/documentation/foundation/process/executableurl
    @available(macOS 10.13, *)
    open var executableURL: URL? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/arguments
    open var arguments: [String]? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/standardinput
    open var standardInput: Any? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/standardoutput
    open var standardOutput: Any? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/standarderror
    open var standardError: Any? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/terminationhandler
    open var terminationHandler: (@Sendable (Process) -> Void)? {
      get { fatalError() }
      set {}
    }
    // https://developer.apple.com/documentation/foundation/process/terminationstatus
    open var terminationStatus: Int32 { fatalError() }
    // https://developer.apple.com/documentation/foundation/process/run()
    @available(macOS 10.13, *)
    open func run() throws {}
  }
#endif

// https://developer.apple.com/documentation/foundation/operatingsystemversion
public struct OperatingSystemVersion: Sendable {
  // https://developer.apple.com/documentation/foundation/operatingsystemversion/majorversion
  public var majorVersion: Int
}

// https://developer.apple.com/documentation/foundation/processinfo
open class ProcessInfo: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/processinfo/processinfo
  open class var processInfo: ProcessInfo { fatalError() }
  // https://developer.apple.com/documentation/foundation/processinfo/operatingsystemversion
  open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
  // https://developer.apple.com/documentation/foundation/processinfo/processname
  open var processName: String {
    get { fatalError() }
    set {}
  }
}
