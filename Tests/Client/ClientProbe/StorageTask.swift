import Doorward
import Encodings
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The tasks of the other process that use its storage.
enum StorageTask: String {
  /// Adds one to a stored number, so many times, with the storage locked each time.
  case count
  /// Stores one record after the other until the process is killed, and prints each number when it is stored.
  case save
  /// Locks the storage until the process is killed.
  case hold
  /// Exits, and reads the storage after the exit handlers of its libraries have run.
  case end
  /// Stores a record, then another one after the limit of file sizes was reached.
  case fullDisk = "full-disk"
  /// Stores a record, then another one after the folder has become read-only.
  case readOnly = "read-only"

  /// Stores the second record, and prints which record the storage has.
  case attempt
  /// Prints which record the storage has.
  case load
  /// Removes the record.
  case remove
  /// Replaces the record by that of a signed-out device.
  case keep

  func run(_ storage: any SessionStorage, folder: String, times: Int) async throws {
    switch self {
    case .count:
      for _ in 0..<times {
        try await storage.exclusively {
          let number = try await storage.load().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
          try await storage.save(Array("\(number + 1)".utf8))
        }
      }
    case .save:
      say("ready")
      var number = 0
      while true {
        number += 1
        try await storage.save(Self.record(number))
        say("\(number)")
      }
    case .hold:
      try await storage.exclusively {
        say("held")
        try await Task.sleep(for: .seconds(600))
      }
    case .end:
      // Registered before the exit handlers of the libraries, so that it runs last.
      atexit { Self.atLast() }
      // The app's own code may use the library of the storage first.
      _ = try? await URLSession(configuration: .ephemeral).data(from: URL(fileURLWithPath: "/nowhere"))
      try await storage.save(Self.record(1))
      exit(0)
    case .fullDisk:
      try await storage.save(Self.record(1))
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      #if canImport(Darwin)
        setrlimit(RLIMIT_FSIZE, &limit)
      #else
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #endif
      await attempt(storage)
    case .attempt: await attempt(storage)
    case .load: await load(storage)
    case .remove: await remove(storage)
    case .keep:
      try await storage.remove()
      try await storage.keep(Self.record(1))
      say("kept")
    case .readOnly:
      // The superuser may write anywhere, so the process changes its user first.
      if geteuid() == 0 {
        chown(folder, 65534, 65534)
        guard setgid(65534) == 0, setuid(65534) == 0 else { exit(3) }
      }
      try await storage.save(Self.record(1))
      chmod(folder, 0o500)
      await attempt(storage)
      await remove(storage)
    }
  }

  private static func atLast() {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let folder = URL(fileURLWithPath: CommandLine.arguments[2])
      await StorageTask.load.load(ProbeStorage.chosen(in: folder))
      done.signal()
    }
    done.wait()
  }

  private func say(_ line: String) { ProbeOutput.say(line) }

  /// Prints the result of storing another record, and which record the storage has.
  private func attempt(_ storage: any SessionStorage) async {
    do {
      try await storage.save(Self.record(2))
      say("saved")
    } catch {
      say(error.codeName)
    }
    await load(storage)
  }

  private func load(_ storage: any SessionStorage) async {
    do {
      switch try await storage.load() {
      case Self.record(1): say("old")
      case Self.record(2): say("new")
      case nil: say("none")
      case let record?: say(record.count < 20 ? String(decoding: record, as: UTF8.self) : "other")
      }
    } catch {
      say(error.codeName)
    }
  }

  private func remove(_ storage: any SessionStorage) async {
    do {
      try await storage.remove()
      say("removed")
    } catch {
      say(error.codeName)
    }
  }

  /// A record that contains its number. Its length differs from that of its neighbors, so a mixed record shows.
  static func record(_ number: Int) -> [UInt8] {
    Array(String(repeating: "\(number),", count: 200 + number % 7 * 3000).utf8)
  }
}
