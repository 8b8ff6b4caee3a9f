import Doorward
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the other process can be asked to do with its storage.
enum StorageTask: String {
  /// Adds one to a number that is kept, so many times, each time having the storage to itself.
  case count
  /// Keeps one record after the other until it is killed, and says each number once it is kept.
  case save
  /// Has the storage to itself until it is killed.
  case hold
  /// Ends, and reads once more when its libraries have done what they do at the end.
  case end
  /// Keeps a record, then another when files may not grow any more.
  case fullDisk = "full-disk"
  /// Keeps a record, then another when the folder may not be written any more.
  case readOnly = "read-only"

  /// Keeps the second record, and says which is there then.
  case attempt
  /// Says which record is there.
  case load
  /// Forgets the record.
  case remove

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
      // Before its libraries ask for the same, so that this comes last.
      atexit { Self.atLast() }
      // As an app's own code may have been first to use the library that the storage uses too.
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
    case .readOnly:
      // The superuser may write anywhere, so it becomes somebody else first.
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

  /// Says what becomes of keeping another record, and which is there then.
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

  /// A record that shows its number and whether it is whole: of another length than those before and after.
  static func record(_ number: Int) -> [UInt8] {
    Array(String(repeating: "\(number),", count: 200 + number % 7 * 3000).utf8)
  }
}
