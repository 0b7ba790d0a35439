#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/interruption.hpp"

namespace crossarc {

// How many threads a request for `threads` means: 0 asks for one per core.
inline unsigned thread_count(int threads) {
    return threads > 0 ? static_cast<unsigned>(threads) : std::max(1u, std::thread::hardware_concurrency());
}

// Threads that work together. The first exception of one ends the work of all, in the midst of it if they poll; the thread
// that began it asks its own interruption on behalf of all, even while it waits for the others.
class Crew {
  public:
    Crew() = default;
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Runs `work` in this thread and in so many others, and throws what one of them has thrown.
    template <typename Work>
    void run(std::size_t helpers, const Work& work) {
        Interruption* const asked = interruption::attention.of;
        std::vector<std::thread> pool;
        pool.reserve(helpers);
        try {
            for (std::size_t helper = 0; helper < helpers; ++helper)
                pool.emplace_back([&] {
                    attempt(work, nullptr);
                    const std::lock_guard lock(mutex_);
                    ++ended_;
                    has_ended_.notify_one();
                });
        } catch (const std::system_error&) {
            // The system gives no more threads: those that there are do the work.
        }
        attempt(work, asked);
        wait_for(pool.size(), asked);
        for (std::thread& thread : pool) thread.join();
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    struct Dismissed {};  // thrown in threads whose work is no longer wanted because of another's failure

    class Dismissal final : public Interruption {
      public:
        Dismissal(const std::atomic<bool>& is_over, Interruption* asked) : is_over_(is_over), asked_(asked) {}
        void look() override {
            if (is_over_.load(std::memory_order_relaxed)) throw Dismissed();
            if (asked_ != nullptr) asked_->look();
        }

      private:
        const std::atomic<bool>& is_over_;
        Interruption* asked_;
    };

    template <typename Work>
    void attempt(const Work& work, Interruption* asked) {
        Dismissal dismissal(is_over_, asked);
        const Interruptible guard(&dismissal);
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();  // a dismissal is never the first
            is_over_ = true;
        }
    }

    void wait_for(std::size_t helpers, Interruption* asked) {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex_);
        while (!has_ended_.wait_for(lock, 50ms, [&] { return ended_ == helpers; })) {
            if (asked == nullptr || is_over_) continue;
            lock.unlock();
            attempt([&] { asked->look(); }, nullptr);
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable has_ended_;
    std::size_t ended_ = 0;
    std::atomic<bool> is_over_{false};
    std::exception_ptr failure_;
};

// Calls make_worker() once in each thread and the worker with every index below `count`, in chunks that threads
// take as they get free. A worker keeps what it wants to reuse from one index to the next. What is written must
// depend on the index alone, so that the result does not depend on the number of threads. The first exception
// stops the work and is thrown here.
template <typename MakeWorker>
void parallel_for(std::size_t count, int threads, std::size_t chunk, const MakeWorker& make_worker) {
    constexpr std::int64_t work_of_index = 100;  // beyond what the worker polls for itself
    std::atomic<std::size_t> next{0};
    const std::size_t chunks = (count + chunk - 1) / chunk;
    const std::size_t helpers = std::min<std::size_t>(thread_count(threads), std::max<std::size_t>(chunks, 1)) - 1;
    Crew().run(helpers, [&] {
        auto worker = make_worker();
        for (std::size_t begin; (begin = next.fetch_add(chunk)) < count;)
            for (std::size_t index = begin; index < std::min(begin + chunk, count); ++index) {
                worker(index);
                poll(work_of_index);
            }
    });
}

}  // namespace crossarc
