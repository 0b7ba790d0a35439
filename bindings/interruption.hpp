#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <thread>

namespace crossarc::bindings {

// Lets long work without the GIL be ended with Ctrl-C: the thread that Python called looks at the keyboard now and then.
// Threads that are not Python's main thread are told of no signals; for them this does nothing.
class Interruption {
  public:
    // Throws what Python makes of a signal, as a rule KeyboardInterrupt.
    void check() {
        using namespace std::chrono_literals;
        if (std::this_thread::get_id() != caller_) return;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_look_ < 100ms) return;
        last_look_ = now;
        const nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

  private:
    const std::thread::id caller_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
};

}  // namespace crossarc::bindings
